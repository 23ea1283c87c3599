import { useIonRouter } from '@ionic/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { OidcSection } from './OidcSection.tsx'
import { PolicySection } from './PolicySection.tsx'
import { SamlSection } from './SamlSection.tsx'
import { ScimSection } from './ScimSection.tsx'
import { signInQuery } from './sign-in.api.ts'
import styles from './sign-in.module.css'
import { TestResult } from './TestResult.tsx'

const PATH = '/admin/sign-in'

/** The test from which the provider led back. It leaves the address at once; its result stays on the page. */
function useReturnedTest(): string | null {
  const router = useIonRouter()
  const [id] = useState(() => /^[\da-f-]{36}$/.exec(new URLSearchParams(window.location.search).get('test') ?? '')?.[0] ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on return
  useEffect(() => {
    if (id) router.push(to(PATH), 'none', 'replace')
  }, [id])
  return id
}

/** How the company signs in: passwords and second factors, single sign-on, and the directory that provisions people. */
export function SignInPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(signInQuery)
  const test = useReturnedTest()
  return (
    <Page
      shows={[
        ['admin', 'sign-in'],
        ['admin', 'scim-tokens'],
      ]}
      title={t('admin.area.sign_in')}
      back="/admin"
      wide
    >
      <div className="stack">
        {test ? <TestResult id={test} /> : null}
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton avatar={false} rows={6} /> : null}
        {data ? (
          <div className={`panes ${styles.parts}`}>
            <PolicySection key={`${data.password_login} ${data.second_factor}`} settings={data} />
            <div className="stack">
              <SamlSection settings={data} />
              <OidcSection settings={data} />
              <ScimSection />
            </div>
          </div>
        ) : null}
      </div>
    </Page>
  )
}
