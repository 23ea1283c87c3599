import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Recovery } from './Recovery.tsx'
import { Sessions } from './Sessions.tsx'
import { securityQuery } from './security.api.ts'
import styles from './security.module.css'

/** How I sign in, and where I am signed in. */
export default function SecurityPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(securityQuery)
  const hasFactor = data !== undefined && (data.totp || data.passkeys.length > 0)
  return (
    <Page shows={[['security']]} title={t('security.title')} back="/profile" wide>
      <div className="panes">
        <div className={styles.column}>
          {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          {!error && !data ? <Skeleton rows={4} avatar={false} /> : null}
          {data && !data.password_allowed ? <p className="card">{t('security.by_company')}</p> : null}
          {data?.password_allowed ? (
            <>
              {data.second_factor_demanded ? <p className="notice notice-calm">{t('security.demanded')}</p> : null}
              {data.has_password ? <ChangePassword /> : null}
              <Passkeys passkeys={data.passkeys} />
              <AuthenticatorApp isOn={data.totp} />
              {hasFactor ? <Recovery left={data.recovery_codes} /> : null}
            </>
          ) : null}
        </div>
        <div className={styles.column}>
          <Sessions />
          <TrustLine>{t('security.trust')}</TrustLine>
        </div>
      </div>
    </Page>
  )
}
