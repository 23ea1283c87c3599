import { IonButton } from '@ionic/react'
import type { Relation } from '@reflet/contract/groups'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hierarchyQuery } from '../../platform/around.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useUser } from '../../platform/session.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { useTour } from '../../ui/tours.ts'
import { AddPeople } from './AddPeople.tsx'
import { Board } from './Board.tsx'
import { asPlaced, draftOf, type HierarchyDraft, type Placed, sameLists, toLists } from './board.ts'
import { Changed, isOutdated } from './Changed.tsx'
import { Directory } from './Directory.tsx'
import { FromContacts } from './FromContacts.tsx'
import { useSaveHierarchy } from './hierarchy.api.ts'
import { ManagerState } from './ManagerState.tsx'
import { useRefusals } from './refusals.ts'

const BOARD = 'hierarchy'

/** Who stands how to me: five lists that I fill, or my manager. */
export default function HierarchyPage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const { data, error, isPending, refetch } = useQuery({ ...hierarchyQuery, enabled: open })
  // null: as the server knows them.
  const draft = useDraft<HierarchyDraft | null>('hierarchy', null)
  const toast = useToast()
  const save = useSaveHierarchy()
  const refusals = useRefusals(BOARD)
  const [adding, setAdding] = useState<Relation>()
  const email = useUser()?.email

  const kept = data?.hierarchical.map(asPlaced) ?? []
  const mine = draftOf(draft.value)
  const people = mine?.people ?? kept
  const changed = mine !== null && !sameLists(people, kept)
  const outdated = isOutdated(mine, kept, data?.version)
  const choose = (next: Placed[], version: string) => {
    refusals.clear()
    save.reset()
    draft.set({ people: next, version })
  }
  const change = (next: Placed[]) => choose(next, mine?.version ?? data?.version ?? '')
  const submit = () => {
    refusals.clear()
    save.mutate(toLists(people, (outdated ? mine.version : data?.version) ?? ''), {
      onSuccess: () => {
        draft.clear()
        toast(t('hierarchy.saved'))
      },
      onError: (failure) => refusals.take(failure, people),
    })
  }
  const footer = (
    <>
      <TrustLine>{t('hierarchy.trust')}</TrustLine>
      {changed ? (
        <IonButton fill="clear" disabled={save.isPending} onClick={() => draft.clear()}>
          {t('skills.undo')}
        </IonButton>
      ) : null}
      <IonButton size="large" data-tour="badge-save" disabled={!changed || save.isPending} onClick={submit}>
        {t(save.isPending ? 'common.saving' : 'common.save')}
      </IonButton>
    </>
  )
  const ready = data !== undefined && draft.ready
  useTour('badge', ready)
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
            <Changed draft={mine} saved={kept} version={data.version} onChoose={choose} onTakeSaved={() => draft.clear()} />
          ) : null}
          {draft.restored && changed ? (
            <p className="quiet small" role="status">
              {t('skills.restored')}
            </p>
          ) : null}
          {people.length === 0 ? <FromContacts onFill={change} /> : null}
          <Board
            id={BOARD}
            people={people}
            onChange={change}
            problems={refusals.byKey}
            hintOf={(relation) => t(`hierarchy.mine.${relation}`)}
            onAdd={setAdding}
          />
        </div>
      ) : null}
      <AddPeople relation={adding} people={people} onChange={change} onClose={() => setAdding(undefined)} ownEmail={email}>
        {(relation) => <Directory relation={relation} people={people} onChange={change} />}
      </AddPeople>
    </Page>
  )
}
