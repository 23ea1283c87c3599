import { IonButton, IonIcon, IonItem, IonLabel, IonList, useIonRouter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { linkOutline, logoLinkedin, mailOutline, openOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../platform/clipboard.ts'
import { WITH_YEAR } from '../../platform/days.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useUser } from '../../platform/session.ts'
import { addressOf } from '../../platform/share.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useQueryParam } from '../../ui/query-param.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { badgesQuery, type PublishedBadge, publishedOf, useDeleteBadge, useMailBadge } from './badges.api.ts'
import styles from './badges.module.css'
import { Medal } from './Medal.tsx'

const FORMATS = ['png', 'svg', 'json', 'jwt'] as const

/** `/badge?id=…`: one published badge; bare, the newest one. `/badge/{id}` is its public page, which the server renders. */
export default function BadgePage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const id = useQueryParam('/badge', 'id')
  const { data, error, isPending, refetch } = useQuery({ ...badgesQuery, enabled: open })
  const published = publishedOf(data ?? [])
  const badge = id ? published.find((one) => one.id === id) : published[0]
  return (
    <Page shows={[['badges']]} title={t('badges.one.title')} back="/badge-home" wide>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={4} avatar={false} /> : null}
      {data && !badge ? (
        <EmptyState drawing="answer" title={t('badges.one.none')} text={t('badges.one.none_text')}>
          <IonButton routerLink={to('/badge-home')}>{t('badges.one.home')}</IonButton>
        </EmptyState>
      ) : null}
      {badge ? <One key={badge.id} badge={badge} /> : null}
    </Page>
  )
}

function One({ badge }: { badge: PublishedBadge }) {
  const { t } = useTranslation()
  const { id, skill, category, issued_at, shown_name, page_url } = badge
  return (
    <div className="panes">
      <div className="stack">
        <article className={`card ${styles.face}`}>
          <Medal category={category} skill={skill.name} issuedAt={issued_at} size={224} />
          <h2 dir="auto">{skill.name}</h2>
          <p>{t('badges.one.as', { name: shown_name })}</p>
          <p className="quiet">{t('badges.one.issued', { date: formatDate(issued_at, WITH_YEAR) })}</p>
        </article>
        <TrustLine>{t('badges.one.trust')}</TrustLine>
      </div>
      <div className="stack">
        <Share badge={badge} pageUrl={page_url} />
        <section className="stack" aria-labelledby={`download-${id}`}>
          <div>
            <h2 id={`download-${id}`}>{t('badges.one.download')}</h2>
            <p className="quiet">{t('badges.one.download_text')}</p>
          </div>
          <IonList className="card group-list" lines="full">
            {FORMATS.map((format) => (
              <IonItem key={format} href={addressOf(`/api/badges/${id}.${format}`)} download={`badge-${id}.${format}`} detail={false}>
                <IonLabel>{t(`badges.format.${format}`)}</IonLabel>
              </IonItem>
            ))}
          </IonList>
        </section>
        <Delete id={id} />
      </div>
    </div>
  )
}

function Share({ badge: { id }, pageUrl }: { badge: PublishedBadge; pageUrl: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const email = useUser()?.email ?? ''
  const mail = useMailBadge()
  const copy = async () => toast((await copyText(pageUrl)) ? t('awards.share.copied') : t('awards.share.not_copied', { link: pageUrl }))
  const send = () =>
    mail.mutate(id, {
      onSuccess: (sent) => {
        if (sent) toast(t('badges.one.emailed', { email: `\u2068${email}\u2069` }))
      },
    })
  return (
    <section className="stack" aria-label={t('awards.share.title')}>
      {mail.data === false ? (
        <p className="notice" role="alert">
          {t('badges.one.email_failed')}
        </p>
      ) : null}
      <IonButton size="large" routerLink={to(`/badge-publish-linkedin?id=${id}`)}>
        <IonIcon slot="start" icon={logoLinkedin} aria-hidden="true" />
        {t('badges.one.linkedin')}
      </IonButton>
      <IonButton fill="outline" href={pageUrl} target="_blank" rel="noopener">
        <IonIcon slot="start" icon={openOutline} aria-hidden="true" />
        {t('badges.one.page')}
      </IonButton>
      <IonButton fill="outline" onClick={() => void copy()}>
        <IonIcon slot="start" icon={linkOutline} aria-hidden="true" />
        {t('badges.one.copy')}
      </IonButton>
      <IonButton fill="outline" disabled={mail.isPending} onClick={send}>
        <IonIcon slot="start" icon={mailOutline} aria-hidden="true" />
        {t('badges.one.email')}
      </IonButton>
    </section>
  )
}

function Delete({ id }: { id: string }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const router = useIonRouter()
  const toast = useToast()
  const remove = useDeleteBadge()
  const go = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast(t('badges.one.deleted'))
        router.push(to('/badge-home'), 'back', 'replace')
      },
    })
  const confirm = () =>
    ask({
      header: t('badges.one.delete_title'),
      message: t('badges.one.delete_text'),
      action: t('badges.one.delete_confirm'),
      onConfirm: go,
    })
  return (
    <>
      {remove.error ? <ErrorNotice error={remove.error} onRetry={go} /> : null}
      <IonButton fill="clear" color="danger" className="start" disabled={remove.isPending} onClick={confirm}>
        {t('badges.one.delete')}
      </IonButton>
    </>
  )
}
