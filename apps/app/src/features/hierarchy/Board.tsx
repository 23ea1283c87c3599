import { DndContext, type DragEndEvent, DragOverlay, KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { isDragging } from '../../ui/Refresh.tsx'
import { useAnnouncements } from './announcements.ts'
import { BoardList } from './BoardList.tsx'
import { inList, mayStand, type Placed, type Problem, place, without } from './board.ts'
import { listAt, listUnder, useEdgeScroll, useListKeys } from './dragging.ts'
import styles from './hierarchy.module.css'
import { FlyingMember, Member } from './Member.tsx'
import { Tray } from './Tray.tsx'

interface Props {
  people: readonly Placed[]
  onChange: (people: Placed[]) => void
  problems: ReadonlyMap<string, Problem>
  /** The content of a list, in words. */
  hintOf: (relation: Relation) => string
  onAdd: (relation: Relation) => void
  /** People who cannot be removed from the board: without a list they are in the tray. */
  staying?: readonly Placed[]
}

/** The id of a person's “Move to…”. */
export const memberId = (board: string, key: string) => `${board}-${key}`

const NO_PEOPLE: readonly Placed[] = []

/** The five lists. People are moved by mouse, touch, keyboard or “Move to…”; side by side on a wide screen. */
export function Board({ people, onChange, problems, hintOf, onAdd, staying = NO_PEOPLE, id }: Props & { id: string }) {
  const { t } = useTranslation()
  const board = useRef<HTMLDivElement>(null)
  const edge = useEdgeScroll(board)
  const keys = useListKeys()
  const accessibility = useAnnouncements(people)
  const own = useId()
  const [dragged, setDragged] = useState<Placed>()
  const [said, setSaid] = useState('')
  // The target of the focus after the list is rendered again.
  const [focus, setFocus] = useState<{ id: string }>()
  useLayoutEffect(() => {
    if (focus) document.getElementById(focus.id)?.focus()
  }, [focus])
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: keys.toNextList, scrollBehavior: 'auto' }),
  )

  const stays = ({ key }: Placed) => staying.some((one) => one.key === key)
  const mayMove = (person: Placed, list: string) =>
    list === person.relation || (list === 'none' ? stays(person) : mayStand(people, person, list as Relation))
  const move = (person: Placed, relation: Relation | null) => onChange(place(people, person, relation))
  const send = (person: Placed, relation: Relation) => {
    move(person, relation)
    setSaid(t('hierarchy.drag.dropped', { name: fullName(person, person.email ?? ''), list: t(`relation.${relation}`) }))
    setFocus({ id: memberId(id, person.key) })
  }
  useEffect(() => {
    isDragging.set(dragged !== undefined)
    return () => isDragging.set(false)
  }, [dragged])
  const remove = (person: Placed) => {
    if (stays(person)) move(person, null)
    else onChange(without(people, person.key))
    setSaid(t('hierarchy.removed', { name: fullName(person, person.email ?? '') }))
    setFocus({ id: `${own}-${person.relation}` })
  }
  const end = (event: DragEndEvent) => {
    edge.stop()
    const list = listAt(board.current, event)
    setDragged(undefined)
    if (dragged && list && mayMove(dragged, list)) move(dragged, list === 'none' ? null : (list as Relation))
  }
  const memberOf = (person: Placed) => {
    const problem = problems.get(person.key)
    return (
      <Member
        key={person.key}
        person={person}
        id={memberId(id, person.key)}
        problem={problem && t(`hierarchy.problem.${problem}`)}
        mayMoveTo={(relation) => mayMove(person, relation)}
        onMove={(relation) => send(person, relation)}
        onRemove={person.relation === null ? undefined : () => remove(person)}
      />
    )
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={listUnder}
      accessibility={accessibility}
      autoScroll={false}
      onDragStart={({ active }) => {
        const person = people.find(({ key }) => key === active.id)
        edge.start()
        keys.start(person?.relation ?? 'none')
        setDragged(person)
      }}
      onDragMove={edge.follow}
      onDragEnd={end}
      onDragCancel={() => {
        edge.stop()
        setDragged(undefined)
      }}
    >
      <div ref={board} className={styles.board} data-testid="board">
        {staying.length > 0 ? (
          <Tray people={inList(people, null)} closed={dragged ? !mayMove(dragged, 'none') : false} memberOf={memberOf} />
        ) : null}
        {RELATIONS.map((relation) => {
          const members = inList(people, relation)
          return (
            <BoardList
              key={relation}
              list={relation}
              title={t(`relation.${relation}`)}
              hint={hintOf(relation)}
              count={members.length}
              closed={dragged ? !mayMove(dragged, relation) : false}
              addId={`${own}-${relation}`}
              onAdd={() => onAdd(relation)}
            >
              {members.length > 0 ? <ul>{members.map(memberOf)}</ul> : null}
            </BoardList>
          )
        })}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {createPortal(<DragOverlay dropAnimation={null}>{dragged ? <FlyingMember person={dragged} /> : null}</DragOverlay>, document.body)}
    </DndContext>
  )
}
