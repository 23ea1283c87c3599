import { IonButton } from '@ionic/react'
import type { Relation } from '@reflet/contract/relations'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../platform/session.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelationViews } from '../../ui/RelationViews.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { allContactsQuery } from '../contacts/contacts.api.ts'
import { useManagerQuestion } from '../manager/manager.api.ts'
import { AddPeople } from './AddPeople.tsx'
import { Board } from './Board.tsx'
import { asPlaced, findOn, type Placed, sameLists } from './board.ts'
import { Changed } from './Changed.tsx'
import { Directory } from './Directory.tsx'
import { FromContacts } from './FromContacts.tsx'
import { hierarchyQuery, useSaveHierarchy } from './hierarchy.api.ts'
import { ManagerState } from './ManagerState.tsx'
import { useHierarchyDraft } from './useHierarchyDraft.ts'

const BOARD = 'hierarchy'

/** My working relationships: five lists that I or my manager fill. */
export default function HierarchyPage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const { data, error, isPending, refetch } = useQuery({ ...hierarchyQuery, enabled: open })
  const toast = useToast()
  const save = useSaveHierarchy()
  const [adding, setAdding] = useState<Relation>()
  const email = useUser()?.email
  const { data: contacts = [] } = useQuery({ ...allContactsQuery, enabled: open })
  const question = useManagerQuestion()

  const kept = data?.hierarchical.map(asPlaced) ?? []
  const {
    draft,
    refusals,
    people,
    outdated,
    choose,
    change: keep,
    submit,
  } = useHierarchyDraft({
    board: BOARD,
    known: kept,
    saved: kept,
    version: data?.version,
    save,
    onSaved: () => toast(t('hierarchy.saved')),
  })
  // Colleagues among the contacts without a place wait in the tray, outsiders are outside; the draft holds the lists only.
  const known = contacts.map((contact) => asPlaced({ ...contact, relation: contact.user_id ? null : 'outside' }))
  const board = [...people, ...known.filter((person) => !findOn(people, person))]
  const change = (next: Placed[]) => keep(next.filter(({ relation }) => relation !== null))
  const leads = (list: readonly Placed[], id: string) => list.some(({ user_id, relation }) => user_id === id && relation === 'superior')
  const ask = () => void question({ loses: (id) => leads(kept, id) && !leads(people, id), go: submit })
  const changed = draft.value !== null && !sameLists(people, kept)
  const footer = (
    <>
      <TrustLine>{t('hierarchy.trust')}</TrustLine>
      {changed ? (
        <IonButton fill="clear" disabled={save.isPending} onClick={() => draft.clear()}>
          {t('skills.undo')}
        </IonButton>
      ) : null}
      <IonButton size="large" disabled={!changed || save.isPending} onClick={ask}>
        {t(save.isPending ? 'common.saving' : 'common.save')}
      </IonButton>
    </>
  )
  const ready = data !== undefined && draft.ready
  return (
    <Page shows={[['hierarchy'], ['contacts']]} title={t('hierarchy.title')} back="/profile" wide footer={ready ? footer : undefined}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending || (data && !draft.ready) ? <Skeleton /> : null}
      {ready ? (
        <div className="stack">
          <ErrorSummary problems={refusals.list} />
          {save.error && refusals.list.length === 0 && !outdated ? <ErrorNotice error={save.error} onRetry={submit} /> : null}
          <p>{t('hierarchy.intro')}</p>
          <ManagerState manager={data.manager} />
          {outdated ? (
            <Changed draft={outdated} saved={kept} version={data.version} onChoose={choose} onTakeSaved={() => draft.clear()} />
          ) : null}
          {draft.restored && changed ? (
            <p className="quiet small" role="status">
              {t('skills.restored')}
            </p>
          ) : null}
          {people.length === 0 ? <FromContacts onFill={change} /> : null}
          <Board
            id={BOARD}
            people={board}
            onChange={change}
            problems={refusals.byKey}
            hintOf={(relation) => t(`hierarchy.mine.${relation}`)}
            onAdd={setAdding}
            staying={known}
          />
          <RelationViews current="hierarchy" />
        </div>
      ) : null}
      <AddPeople relation={adding} people={people} onChange={change} onClose={() => setAdding(undefined)} ownEmail={email}>
        {(relation) => <Directory relation={relation} people={people} onChange={change} />}
      </AddPeople>
    </Page>
  )
}
