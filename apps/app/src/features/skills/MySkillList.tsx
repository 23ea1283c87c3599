import { IonIcon } from '@ionic/react'
import type { Skill } from '@reflet/contract/skills'
import { arrowDownOutline, arrowUpOutline, closeOutline } from 'ionicons/icons'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import styles from './skills.module.css'

interface Props {
  /** In my order. */
  skills: readonly Skill[]
  onChange: (ids: string[]) => void
}

const moved = (ids: readonly string[], from: number, to: number) => {
  const next = ids.toSpliced(from, 1)
  return next.toSpliced(to, 0, ids[from] as string)
}

/** My skills, the most important first. */
export function MySkillList({ skills, onChange }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [pressed, setPressed] = useState<{ id: string; by: 'up' | 'down' }>()
  const [said, setSaid] = useState('')
  const ids = skills.map(({ id }) => id)

  // A moved row loses the focus: it is given back to the pressed button.
  useLayoutEffect(() => {
    if (pressed) list.current?.querySelector<HTMLElement>(`[data-move="${pressed.by} ${pressed.id}"]`)?.focus()
  }, [pressed])

  const move = (skill: Skill, by: 'up' | 'down') => {
    const from = ids.indexOf(skill.id)
    const to = from + (by === 'up' ? -1 : 1)
    if (to < 0 || to >= ids.length) return
    onChange(moved(ids, from, to))
    setPressed({ id: skill.id, by })
    setSaid(t('skills.place', { skill: skill.name, n: formatNumber(to + 1), total: formatNumber(ids.length) }))
  }
  const remove = (skill: Skill) => {
    onChange(ids.filter((id) => id !== skill.id))
    setSaid(t('skills.removed', { skill: skill.name }))
    // The removed row had the focus.
    list.current?.focus()
  }

  return (
    <>
      <ol className={`card ${styles.mySkillList}`} data-testid="my-skill-list" ref={list} tabIndex={-1} aria-label={t('skills.title')}>
        {skills.map((skill, index) => (
          <li key={skill.id}>
            <span className="grow" dir="auto">
              {skill.name}
            </span>
            <span className={styles.mySkillMoves}>
              <button
                type="button"
                className="icon-button"
                data-move={`up ${skill.id}`}
                aria-disabled={index === 0}
                aria-label={t('skills.up', { skill: skill.name })}
                onClick={() => move(skill, 'up')}
              >
                <IonIcon icon={arrowUpOutline} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button"
                data-move={`down ${skill.id}`}
                aria-disabled={index === skills.length - 1}
                aria-label={t('skills.down', { skill: skill.name })}
                onClick={() => move(skill, 'down')}
              >
                <IonIcon icon={arrowDownOutline} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t('skills.remove', { skill: skill.name })}
                onClick={() => remove(skill)}
              >
                <IonIcon icon={closeOutline} aria-hidden="true" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
