import { IonButton } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { useLoggedIn } from '../../platform/current-user.ts'
import { useLocale } from '../../platform/locale.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LegalText } from '../../ui/LegalText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { legalQuery } from './legal.api.ts'
import styles from './legal.module.css'

export default function TermsPage() {
  const { t } = useTranslation()
  const locale = useLocale()
  const loggedIn = useLoggedIn()
  const privacy = new URLSearchParams(useLocation().search).get('doc') === 'privacy'
  const { data, isFetching, refetch } = useQuery(legalQuery(privacy ? 'privacy' : 'terms', locale))
  return (
    <Page shows={[['legal']]} title={t(privacy ? 'terms.privacy_title' : 'terms.title')} back={loggedIn ? '/profile' : '/login'}>
      {data ? <LegalText source={data} /> : null}
      {data ? (
        <p className={styles.legalOther} data-testid="legal-other">
          <Link to={privacy ? '/terms' : '/terms?doc=privacy'}>{t(privacy ? 'terms.title' : 'terms.privacy_title')}</Link>
        </p>
      ) : null}
      {!data && isFetching ? <Skeleton rows={6} avatar={false} /> : null}
      {!data && !isFetching ? (
        <EmptyState drawing="error" title={t('terms.failed_title')} text={t('terms.failed_text')}>
          <IonButton onClick={() => void refetch()}>{t('common.retry')}</IonButton>
        </EmptyState>
      ) : null}
    </Page>
  )
}
