import { IonButton } from '@ionic/react'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import type { Relation } from '@reflet/contract/relations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { AddPeople } from './AddPeople.tsx'
import { Board } from './Board.tsx'
import { asPlaced, type Placed } from './board.ts'
import { Changed } from './Changed.tsx'
import { managerLinkQuery, useSaveAsManager } from './hierarchy.api.ts'
import { ManagerFrame } from './ManagerFrame.tsx'
import { ManagerReceipt } from './ManagerReceipt.tsx'
import { useHierarchyDraft } from './useHierarchyDraft.ts'

const BOARD = 'manager'

/** The people of the page: a manager who is in no list yet is suggested as a superior. */
const offered = ({ people, manager }: HierarchyLinkView): Placed[] =>
  people.map((person) =>
    asPlaced(person.relation === null && person.email === manager.email ? { ...person, relation: 'superior' } : person),
  )

/** The page of the mail to a manager, without login: the employee, and the five lists to fill. */
export default function ManagerPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const { data } = useQuery({ ...managerLinkQuery(token), enabled: token !== '' })
  const save = useSaveAsManager(token)
  const [adding, setAdding] = useState<Relation>()
  const [saved, setSaved] = useState(false)

  const known = data ? offered(data) : []
  const saidNow = data?.people.map(asPlaced) ?? []
  const { draft, refusals, people, outdated, choose, change, submit } = useHierarchyDraft({
    board: BOARD,
    known,
    saved: saidNow,
    version: data?.version,
    save,
    onSaved: () => setSaved(true),
    link: { token },
  })
  const footer = (
    <>
      <TrustLine>{t('manager.trust', { name: data?.employee.first_name ?? '' })}</TrustLine>
      {draft.value ? (
        <IonButton fill="clear" disabled={save.isPending} onClick={() => draft.clear()}>
          {t('skills.undo')}
        </IonButton>
      ) : null}
      <IonButton size="large" disabled={save.isPending || !people.some(({ relation }) => relation)} onClick={submit}>
        {t(save.isPending ? 'common.saving' : 'manager.save')}
      </IonButton>
    </>
  )
  return (
    <ManagerFrame token={token} footer={saved ? undefined : footer}>
      {(view) => {
        if (saved) return <ManagerReceipt view={view} onChange={() => setSaved(false)} />
        if (!draft.ready) return <Skeleton />
        return (
          <article className="stack">
            <ErrorSummary problems={refusals.list} />
            {save.error && refusals.list.length === 0 && !outdated ? <ErrorNotice error={save.error} onRetry={submit} /> : null}
            {outdated ? (
              <Changed draft={outdated} saved={saidNow} version={view.version} onChoose={choose} onTakeSaved={() => draft.clear()} />
            ) : null}
            <Welcome view={view} restored={draft.restored && draft.value !== null} />
            <Board
              id={BOARD}
              people={people}
              onChange={change}
              problems={refusals.byKey}
              hintOf={(relation) => t(`hierarchy.theirs.${relation}`, { name: view.employee.first_name })}
              onAdd={setAdding}
              staying={known.filter(({ key }) => view.people.some(({ user_id, email }) => key === (user_id ?? email)))}
            />
            <AddPeople relation={adding} people={people} onChange={change} onClose={() => setAdding(undefined)} />
          </article>
        )
      }}
    </ManagerFrame>
  )
}

function Welcome({ view, restored }: { view: HierarchyLinkView; restored: boolean }) {
  const { t } = useTranslation()
  const { employee, company_name, expires_at, filled_at } = view
  return (
    <>
      <header className="card row">
        <Avatar person={employee} size={56} />
        <div className="grow">
          <h2>{t('manager.welcome', { name: fullName(employee), company: company_name })}</h2>
          <p className="quiet">{t('manager.no_account')}</p>
        </div>
      </header>
      <p>{t('manager.how', { name: employee.first_name, date: formatDate(expires_at, { dateStyle: 'long' }) })}</p>
      {filled_at ? (
        <p className="notice notice-calm" role="status">
          {t('manager.filled', { date: formatDate(filled_at, { dateStyle: 'long' }) })}
        </p>
      ) : null}
      {restored ? (
        <p className="quiet small" role="status">
          {t('skills.restored')}
        </p>
      ) : null}
    </>
  )
}
