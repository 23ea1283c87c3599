import { IonButton, IonProgressBar, IonToggle } from '@ionic/react'
import { adminImports, IMPORT_FIELDS, MAX_IMPORT_BYTES, type PeopleImport } from '@reflet/contract/admin-imports'
import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { importQuery, useConfirmImport, useDeleteImport, useUploadImport } from './admin.api.ts'
import styles from './admin.module.css'
import { CsvButton } from './CsvButton.tsx'
import { ImportErrors } from './ImportErrors.tsx'

/** Imports people from a CSV file: checked first, then confirmed. */
export function ImportPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(importQuery)
  const [isAgain, setAgain] = useState(false)
  const isOver = data === null || data?.status === 'done' || data?.status === 'failed'
  return (
    <Page shows={[['admin', 'import']]} title={t('admin.area.import')} back="/admin">
      <div className="stack">
        {error && data === undefined ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !error ? <Skeleton avatar={false} /> : null}
        {data && !isAgain ? <Progress run={data} /> : null}
        {data && isOver && !isAgain ? (
          <IonButton fill="outline" onClick={() => setAgain(true)}>
            {t('admin.import.again')}
          </IonButton>
        ) : null}
        {data === null || (isOver && isAgain) ? <Upload onUploaded={() => setAgain(false)} /> : null}
      </div>
    </Page>
  )
}

function Upload({ onUploaded }: { onUploaded: () => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadImport()
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = (file: File | undefined) => {
    setTooLarge(file !== undefined && file.size > MAX_IMPORT_BYTES)
    if (file && file.size <= MAX_IMPORT_BYTES) upload.mutate(file, { onSuccess: onUploaded })
    if (input.current) input.current.value = ''
  }
  return (
    <div className="stack">
      <p>{t('admin.import.how')}</p>
      <p className="quiet small">
        <bdi>{t('admin.import.columns', { columns: IMPORT_FIELDS.join(', ') })}</bdi>
      </p>
      {isTooLarge ? (
        <div className="notice" role="alert">
          {t('admin.import.too_large', { n: formatNumber(MAX_IMPORT_BYTES / 1024 ** 2) })}
        </div>
      ) : null}
      {upload.error && !isTooLarge ? <ErrorNotice error={upload.error} /> : null}
      <input ref={input} hidden type="file" accept=".csv,.txt,text/csv,text/plain" onChange={({ target }) => choose(target.files?.[0])} />
      <IonButton size="large" expand="block" disabled={upload.isPending} onClick={() => input.current?.click()}>
        {t(upload.isPending ? 'admin.import.uploading' : 'admin.import.choose')}
      </IonButton>
    </div>
  )
}

const COUNTS = {
  checked: ['created', 'updated', 'unchanged', 'missing'],
  done: ['created', 'updated', 'unchanged', 'deactivated'],
} as const

function Progress({ run }: { run: PeopleImport }) {
  const { t, i18n } = useTranslation()
  const { status, lines, done_lines, failure } = run
  if (status === 'checking' || status === 'importing') {
    const share = lines > 0 ? Math.min(done_lines / lines, 1) : 0
    return (
      <div className="card stack">
        <h2>{t(`admin.import.${status}`)}</h2>
        <IonProgressBar aria-label={t(`admin.import.${status}`)} value={share} />
        <p className="quiet small" role="status">
          {t('admin.import.progress', { done: formatNumber(done_lines), total: formatNumber(lines) })}
        </p>
      </div>
    )
  }
  if (status === 'failed') {
    const key = `admin.failure.${failure}`
    return (
      <div className="notice" role="alert">
        <h2>{t('admin.import.failed')}</h2>
        <p>{t((i18n.exists(key) ? key : 'admin.failure.internal') as ParseKeys)}</p>
      </div>
    )
  }
  return (
    <div className="card stack">
      <h2>{t(`admin.import.${status}`)}</h2>
      <dl className={styles.counts}>
        {COUNTS[status].map((name) => (
          <div key={name}>
            <dt>{t(`admin.import.count.${name}`)}</dt>
            <dd>{formatNumber(run[name])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('admin.import.count.errors')}</dt>
          <dd>{formatNumber(run.errors_count)}</dd>
        </div>
      </dl>
      {run.errors_count > 0 ? (
        <>
          <ImportErrors id={run.id} />
          <CsvButton
            endpoint={adminImports.exportImportErrors}
            input={{ params: { id: run.id } }}
            fileName="errors.csv"
            label={t('admin.import.errors_csv')}
          />
        </>
      ) : null}
      {status === 'checked' ? <Confirm run={run} /> : null}
    </div>
  )
}

function Confirm({ run: { id, missing } }: { run: PeopleImport }) {
  const { t } = useTranslation()
  const [isDeactivating, setDeactivating] = useState(false)
  const [isInviting, setInviting] = useState(true)
  const confirm = useConfirmImport()
  const discard = useDeleteImport()
  const error = confirm.error ?? discard.error
  return (
    <div className="stack">
      {missing > 0 ? (
        <IonToggle
          className={`${styles.toggle}`}
          checked={isDeactivating}
          onIonChange={({ detail }) => setDeactivating(detail.checked)}
          justify="space-between"
        >
          {t('admin.import.deactivate')}
        </IonToggle>
      ) : null}
      <IonToggle
        className={`${styles.toggle}`}
        checked={isInviting}
        onIonChange={({ detail }) => setInviting(detail.checked)}
        justify="space-between"
      >
        {t('admin.import.invite')}
      </IonToggle>
      {error ? <ErrorNotice error={error} /> : null}
      <div className="form-actions">
        <IonButton
          size="large"
          expand="block"
          disabled={confirm.isPending}
          onClick={() => confirm.mutate({ id, deactivate_missing: isDeactivating, invite: isInviting })}
        >
          {t('admin.import.start')}
        </IonButton>
        <IonButton fill="clear" expand="block" disabled={discard.isPending} onClick={() => discard.mutate(id)}>
          {t('admin.import.discard')}
        </IonButton>
      </div>
    </div>
  )
}
