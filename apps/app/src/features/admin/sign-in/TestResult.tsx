import type { SignInTest } from '@reflet/contract/admin-sign-in'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../../platform/errors.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { DataTable } from '../DataTable.tsx'
import { Facts } from './Facts.tsx'
import { detailName, reasonText } from './reason-text.ts'
import { testQuery } from './sign-in.api.ts'
import styles from './sign-in.module.css'

/** What a test sign-in brought, announced when it is read. */
export function TestResult({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(testQuery(id))
  const isOver = !data && toApiError(error).status === 404
  return (
    <section className="card stack" aria-labelledby="sign-in-test">
      <h2 id="sign-in-test">{t('admin.sign_in.test.title')}</h2>
      {error && !data && !isOver ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton avatar={false} rows={2} /> : null}
      <div className={styles.said} role="status">
        {isOver ? <p className="notice notice-gentle">{t('admin.sign_in.test.over')}</p> : null}
        {data ? <Said test={data} /> : null}
      </div>
      {data && data.received.length > 0 ? (
        <div className={styles.received}>
          <DataTable
            caption={t('admin.sign_in.test.received')}
            head={[t('admin.sign_in.test.name'), t('admin.sign_in.test.value')]}
            rows={data.received.map(({ name, values }, place) => ({ key: `${place} ${name}`, cells: [name, values.join(', ')] }))}
          />
        </div>
      ) : null}
    </section>
  )
}

function Said({ test: { status, reason, details, person } }: { test: SignInTest }) {
  const { t } = useTranslation()
  if (status === 'waiting') return <p className="notice notice-gentle">{t('admin.sign_in.test.waiting')}</p>
  if (status === 'ok')
    return (
      <div className="notice notice-calm">
        <p>
          <strong>{t('admin.sign_in.test.ok')}</strong>
        </p>
        {person ? <p>{t('admin.sign_in.test.person', { name: person.name })}</p> : null}
      </div>
    )
  return (
    <div className="notice">
      <p>
        <strong>{t('admin.sign_in.test.refused')}</strong>
      </p>
      {reason ? <p>{reasonText(reason, t)}</p> : null}
      <Facts facts={Object.entries(details).map(([name, value]) => ({ label: detailName(name, t), value, code: true }))} />
    </div>
  )
}
