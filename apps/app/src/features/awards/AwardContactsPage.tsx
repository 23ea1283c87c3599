import { IonButton, useIonRouter } from '@ionic/react'
import type { AwardType } from '@reflet/contract/awards'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { formatNumber } from '../../platform/locale.ts'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { NamesBar } from '../../ui/Names.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isKeyUsed, useSendLater } from '../../ui/send-later.ts'
import { useAwardArrivals } from '../directory/handover.api.ts'
import { nameOf } from '../directory/person.api.ts'
import { AwardWords } from './AwardWords.tsx'
import { emptyGiving, type GivingDraft, justGiven, toAwards, toggled, waitingAwards } from './award-draft.ts'
import { awardTypesQuery, useGiveAwards } from './awards.api.ts'
import styles from './awards.module.css'
import { ColleaguePicker } from './ColleaguePicker.tsx'

const PATH = '/award-contacts'

/** Receivers and message; side by side on a wide screen. */
export default function AwardContactsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(awardTypesQuery)
  const chosen = useQueryParam(PATH, 'type')
  const step = useQueryParam(PATH, 'step')
  const type = data?.types.find(({ id }) => id === chosen)
  if (type) return <Giving type={type} step={step} />
  return (
    <Page shows={[['awards', 'types'], ['contacts'], ['colleagues']]} title={t('awards.hub.action')} back="/award-select">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {error || data ? null : <Skeleton />}
      {/* Without a type, or with a retired one. */}
      {data ? (
        <EmptyState drawing="ask" title={t('awards.people.title')} text={t('awards.people.no_type')}>
          <IonButton routerLink={to('/award-select')}>{t('awards.people.choose_type')}</IonButton>
        </EmptyState>
      ) : null}
    </Page>
  )
}

function useGivingDraft() {
  const [fresh] = useState(emptyGiving)
  const draft = useDraft<GivingDraft>('award', fresh)
  useAwardArrivals(draft.ready, (more) =>
    draft.set((old) => {
      const isKnown = (id: string) => old.people.some(({ user_id }) => user_id === id)
      return { ...old, people: more.reduce((all, one) => (isKnown(one.user_id) ? all : toggled(all, one)), old.people) }
    }),
  )
  return draft
}

function Giving({ type, step }: { type: AwardType; step: string }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const draft = useGivingDraft()
  const give = useGiveAwards()
  const sendLater = useSendLater()
  const { people } = draft.value
  const change = (part: Partial<GivingDraft>) => draft.set((old) => ({ ...old, ...part }))
  const numbers = { count: people.length, n: formatNumber(people.length) }
  const inWords = !wide && step === 'words' && people.length > 0
  const send = () =>
    give.mutate(toAwards(type, draft.value), {
      onSuccess: ({ awards }) => {
        const ids = awards.map(({ id }) => id).join(',')
        justGiven(ids)
        draft.clear(emptyGiving())
        router.push(to(`/award-confirmation?ids=${ids}`), 'forward', 'replace')
      },
      onError: (failure) => {
        if (isKeyUsed(failure)) change({ key: crypto.randomUUID() })
        void sendLater(failure, waitingAwards(type, draft.value), () => {
          give.reset()
          draft.clear(emptyGiving())
        })
      },
    })
  if (!draft.ready) {
    return (
      <Page shows={[['awards', 'types'], ['contacts'], ['colleagues']]} title={t('awards.hub.action')} back="/award-select">
        <Skeleton />
      </Page>
    )
  }
  const sendButton = (
    <IonButton size="large" {...(!wide && { expand: 'block' })} disabled={people.length === 0 || give.isPending} onClick={send}>
      {give.isPending ? t('ask.sending') : people.length > 0 ? t('awards.send', numbers) : t('awards.hub.action')}
    </IonButton>
  )
  const nextButton = (
    <IonButton
      size="large"
      expand="block"
      disabled={people.length === 0}
      onClick={() => router.push(to(`/award-contacts?type=${type.id}&step=words`), 'none')}
    >
      {t('awards.people.next')}
    </IonButton>
  )
  const what = <ChosenType type={type} />
  const who = <ColleaguePicker people={people} onChange={(next) => change({ people: next })} />
  const words = <AwardWords draft={draft.value} onChange={change} />
  const error = give.error ? <ErrorNotice error={give.error} onRetry={send} /> : null
  if (wide) {
    const bar = <NamesBar names={people.map(nameOf)}>{sendButton}</NamesBar>
    return (
      <Page
        shows={[['awards', 'types'], ['contacts'], ['colleagues']]}
        title={t('awards.hub.action')}
        back="/award-select"
        wide
        footer={bar}
      >
        <div className="panes">
          {who}
          <div className="stack">
            {what}
            {words}
            {error}
          </div>
        </div>
      </Page>
    )
  }
  return (
    <Page
      shows={[['awards', 'types'], ['contacts'], ['colleagues']]}
      title={t('awards.hub.action')}
      back="/award-select"
      footer={inWords ? sendButton : nextButton}
    >
      <div className="stack">
        <p className="quiet small" aria-live="polite">
          {t('ask.step', { n: formatNumber(inWords ? 3 : 2), total: formatNumber(3) })}
        </p>
        {what}
        {inWords ? words : who}
        {error}
      </div>
    </Page>
  )
}

/** The selected type, with a link to change it. */
function ChosenType({ type }: { type: AwardType }) {
  const { t } = useTranslation()
  return (
    <div className={`card ${styles.awardChosen}`}>
      <AwardDrawing icon={type.icon} size={48} />
      <strong className="grow" dir="auto">
        {type.name}
      </strong>
      <IonButton fill="clear" routerLink={to(`/award-select?type=${type.id}`)} routerDirection="back">
        {t('awards.people.change')}
      </IonButton>
    </div>
  )
}
