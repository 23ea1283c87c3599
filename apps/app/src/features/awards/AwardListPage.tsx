import { IonButton, IonLabel, IonSegment, IonSegmentButton, useIonRouter } from '@ionic/react'
import { AWARD_BOXES } from '@reflet/contract/awards'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AwardDetail } from './AwardDetail.tsx'
import { AwardItems } from './AwardItems.tsx'
import { type AwardBox, awardsQuery } from './awards.api.ts'
import styles from './awards.module.css'

/** Awards that I received or gave, and the company's feed; the open one beside the list on a wide screen. */
export default function AwardListPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const wide = useMedia(WIDE)
  const wanted = useQueryParam('/award-list', 'box')
  const box = AWARD_BOXES.find((one) => one === wanted) ?? 'received'
  const named = useQueryParam('/award-list', 'id')
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(
    awardsQuery(box),
  )
  const awards = data?.pages.flatMap((page) => page.awards) ?? []
  const openId = wide ? named || awards[0]?.id : undefined
  const show = (next: AwardBox, id?: string) => router.push(to(`/award-list?box=${next}${id ? `&id=${id}` : ''}`), 'none', 'replace')
  const give = (
    <IonButton size={wide ? 'default' : 'large'} expand="block" routerLink={to('/award-select')}>
      {t('awards.hub.action')}
    </IonButton>
  )
  const list = (
    <div className="stack">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton /> : null}
      {data && awards.length === 0 ? (
        <EmptyState drawing="answer" title={t(`awards.list.empty.${box}.title`)} text={t(`awards.list.empty.${box}.text`)} />
      ) : null}
      <AwardItems awards={awards} box={box} openId={openId} {...(wide && { onOpen: ({ id }) => show(box, id) })} />
      {error && isFetchNextPageError ? <ErrorNotice error={error} onRetry={() => void fetchNextPage()} /> : null}
      {hasNextPage && !isFetchNextPageError ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </div>
  )
  return (
    <Page shows={[['awards']]} title={t('awards.title')} back="/home" wide {...(wide ? {} : { footer: give })}>
      <div className="stack">
        <div className={styles.awardHead}>
          <IonSegment value={box} onIonChange={({ detail }) => show(detail.value as AwardBox)}>
            {AWARD_BOXES.map((one) => (
              <IonSegmentButton key={one} value={one}>
                <IonLabel>{t(`awards.list.${one}`)}</IonLabel>
              </IonSegmentButton>
            ))}
          </IonSegment>
          {wide ? give : null}
        </div>
        <div className={openId ? 'panes' : undefined}>
          {list}
          {openId ? (
            <section aria-live="polite">
              <AwardDetail key={openId} id={openId} />
            </section>
          ) : null}
        </div>
      </div>
    </Page>
  )
}
