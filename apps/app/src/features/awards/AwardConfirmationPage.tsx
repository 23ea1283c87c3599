import { IonButton } from '@ionic/react'
import type { Award } from '@reflet/contract/awards'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatList } from '../../platform/lists.ts'
import { to } from '../../platform/paths.ts'
import { AwardDrawing } from '../../ui/AwardDrawing.tsx'
import emptyStyles from '../../ui/EmptyState.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { AwardItems } from './AwardItems.tsx'
import { isFresh } from './award-draft.ts'
import { awardQuery, awardsQuery, isGone } from './awards.api.ts'
import styles from './awards.module.css'

/** The given award and its receivers; with a short animation, once. */
export default function AwardConfirmationPage() {
  const { t } = useTranslation()
  const named = useQueryParam('/award-confirmation', 'ids').split(',').filter(Boolean)
  const given = useInfiniteQuery({ ...awardsQuery('given'), enabled: named.length === 0 })
  const newest = given.data?.pages[0]?.awards[0]?.id
  const ids = named.length > 0 || !newest ? named : [newest]
  const found = useQueries({ queries: ids.map((id) => awardQuery(id)) })
  const awards = found.flatMap(({ data, error }) => (isGone(error) ? [] : (data ?? [])))
  const failed = found.find(({ error, data }) => error && (!data || isGone(error)))
  const isPending = !failed && (given.isLoading || awards.length < ids.length)
  const refetch = () => Promise.all(found.map((one) => one.refetch()))
  return (
    <Page shows={[['awards']]} title={t('awards.done.title')} back="/award-list">
      {given.error && !given.data ? <ErrorNotice error={given.error} onRetry={() => void given.refetch()} /> : null}
      {given.data && ids.length === 0 ? (
        <EmptyState drawing="ask" title={t('awards.list.empty.given.title')} text={t('awards.list.empty.given.text')}>
          <IonButton routerLink={to('/award-select')}>{t('awards.hub.action')}</IonButton>
        </EmptyState>
      ) : null}
      {failed ? <ErrorNotice error={failed.error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} avatar={false} /> : null}
      {!isPending && awards.length > 0 ? <Given awards={awards} ids={ids.join(',')} /> : null}
    </Page>
  )
}

function Given({ awards, ids }: { awards: readonly Award[]; ids: string }) {
  const { t } = useTranslation()
  const [first] = useState(() => isFresh(ids))
  const [award] = awards
  if (!award) return null
  return (
    <div className="stack">
      <div className={`${emptyStyles.empty} empty ${styles.awardDone}`} data-testid="award-done">
        {first ? <Confetti /> : null}
        <AwardDrawing icon={award.type.icon} size={144} />
        <h2>{t('awards.done.heading')}</h2>
        <p>{t('awards.done.text', { names: formatList(awards.map(({ receiver }) => fullName(receiver))) })}</p>
      </div>
      <TrustLine sealed={award.visibility === 'private'}>{t(`awards.one.trust_${award.visibility}`)}</TrustLine>
      {awards.length > 1 ? <h2>{t('awards.done.each')}</h2> : null}
      <AwardItems awards={awards} box="given" />
      <p className="quiet small">{t('awards.done.undo')}</p>
      <div className="form-actions">
        <IonButton fill="outline" routerLink={to('/award-select')} routerDirection="back">
          {t('awards.done.again')}
        </IonButton>
        <IonButton fill="clear" routerLink={to('/award-list?box=given')}>
          {t('awards.done.given')}
        </IonButton>
      </div>
    </div>
  )
}

const PIECES = 18

/** Confetti animation; none with reduced motion. */
const Confetti = () => (
  <span className={styles.confetti} aria-hidden="true">
    {Array.from({ length: PIECES }, (_, piece) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other key
      <i key={piece} style={{ rotate: `${(360 / PIECES) * piece}deg` }} />
    ))}
  </span>
)
