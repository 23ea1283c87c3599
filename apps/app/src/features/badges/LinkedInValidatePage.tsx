import { IonButton, IonIcon } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { copyOutline, logoLinkedin, personAddOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../platform/clipboard.ts'
import { to } from '../../platform/paths.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { linkedInQuery, type PublishedBadge } from './badges.api.ts'
import styles from './badges.module.css'
import { SharedBadgePage } from './SharedBadgePage.tsx'
import { useSharedBadge } from './useSharedBadge.ts'

const PATH = '/badge-publish-linkedin-validate'

/** The post as it will be, with the links that take it to LinkedIn. */
export default function LinkedInValidatePage() {
  const { t } = useTranslation()
  const { query, badge, draft, text } = useSharedBadge(PATH)
  return (
    <SharedBadgePage title={t('badges.validate.title')} query={query} badge={badge} ready={draft.ready}>
      {badge ? <Post badge={badge} text={text} /> : null}
    </SharedBadgePage>
  )
}

function Post({ badge, text }: { badge: PublishedBadge; text: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const { data, error, isPending, refetch } = useQuery({ ...linkedInQuery(badge.id, text), enabled: text.trim() !== '' })
  const copy = async () => toast((await copyText(text)) ? t('badges.validate.copied') : t('awards.share.not_copied', { link: text }))
  const edit = (
    <IonButton fill="clear" routerLink={to(`/badge-publish-linkedin?id=${badge.id}`)} routerDirection="back">
      {t('badges.validate.change')}
    </IonButton>
  )
  return (
    <div className="stack">
      <p>{t('badges.validate.text')}</p>
      <figure className={`card ${styles.post}`}>
        <blockquote dir="auto">{text}</blockquote>
        <figcaption className="quiet small" dir="ltr">
          {badge.page_url}
        </figcaption>
      </figure>
      <IonButton fill="outline" onClick={() => void copy()}>
        <IonIcon slot="start" icon={copyOutline} aria-hidden="true" />
        {t('badges.validate.copy')}
      </IonButton>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending && !error ? <Skeleton rows={2} avatar={false} /> : null}
      {data ? (
        <>
          <IonButton size="large" href={data.share_url} target="_blank" rel="noopener noreferrer">
            <IonIcon slot="start" icon={logoLinkedin} aria-hidden="true" />
            {t('badges.validate.open')}
          </IonButton>
          <IonButton fill="outline" href={data.add_to_profile_url} target="_blank" rel="noopener noreferrer">
            <IonIcon slot="start" icon={personAddOutline} aria-hidden="true" />
            {t('badges.validate.profile')}
          </IonButton>
          <p className="quiet small">{t('badges.validate.links')}</p>
        </>
      ) : null}
      {edit}
    </div>
  )
}
