import { IonButton, IonIcon, IonProgressBar } from '@ionic/react'
import type { Relation } from '@reflet/contract/relations'
import { documentTextOutline, phonePortraitOutline } from 'ionicons/icons'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { ApiError, toApiError } from '../../platform/errors.ts'
import { formatNumber, useLocale } from '../../platform/locale.ts'
import { useUser } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useKnownAddresses } from './contacts.api.ts'
import styles from './contacts.module.css'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportRelation } from './ImportRelation.tsx'
import { useImport, useParsedList } from './import.ts'
import { decodeList, MAX_LIST_BYTES } from './list-file.ts'
import { canPickContacts, pickContacts } from './phone-contacts.ts'

const BOX = 'import-list'

/** Imports a pasted list, a file or the phone’s address book: parsed at once, previewed before anything is sent, corrected in place. */
export function ImportList() {
  const { t } = useTranslation()
  const locale = useLocale()
  const draft = useDraft('import-contacts', '')
  const [relation, setRelation] = useState<Relation | null>(null)
  const [fileError, setFileError] = useState<ApiError>()
  const file = useRef<HTMLInputElement>(null)
  const { parsed, isCurrent, parser, failure, retry } = useParsedList(draft.value, useUser()?.email ?? '')
  const run = useImport()
  const people = parsed?.people ?? []
  const known = useKnownAddresses()
  const fresh = people.filter(({ email }) => !known.has(email)).length
  const problems = parsed?.problems.length ?? 0

  const append = (text: string) => draft.set((now) => (now.trim() ? `${now.trimEnd()}\n${text}` : text))
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return
    const tooLarge = chosen.size > MAX_LIST_BYTES
    setFileError(tooLarge ? new ApiError(0, 'payload_too_large') : undefined)
    if (!tooLarge) append(decodeList(new Uint8Array(await chosen.arrayBuffer()), locale))
  }
  const pickFromPhone = () =>
    pickContacts().then(
      (lines) => {
        setFileError(undefined)
        if (lines.length > 0) append(lines.join('\n'))
      },
      (error: unknown) => setFileError(toApiError(error)),
    )
  const start = () => {
    if (!parsed || !parser) return
    run.mutate(
      { people, relation, onTaken: (taken) => draft.set(parser.remainingList(parsed, taken)) },
      { onSuccess: () => document.getElementById(BOX)?.focus() },
    )
  }
  const box = (
    <section className={`stack ${styles.fields}`} aria-label={t('contacts.by.list')}>
      <div className="row">
        <input
          ref={file}
          className="visually-hidden"
          id="import-file"
          type="file"
          tabIndex={-1}
          aria-label={t('contacts.import.file')}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ target }) => {
            void readFile(target.files?.[0])
            target.value = ''
          }}
        />
        <IonButton fill="outline" disabled={run.isPending} onClick={() => file.current?.click()}>
          <IonIcon slot="start" icon={documentTextOutline} aria-hidden="true" />
          {t('contacts.import.file')}
        </IonButton>
        {canPickContacts() ? (
          <IonButton fill="outline" disabled={run.isPending} onClick={() => void pickFromPhone()}>
            <IonIcon slot="start" icon={phonePortraitOutline} aria-hidden="true" />
            {t('contacts.import.phone')}
          </IonButton>
        ) : null}
      </div>
      {fileError ? <ErrorNotice error={fileError} /> : null}
      <TextAreaField
        id={BOX}
        label={t('contacts.import.box')}
        hint={t('contacts.import.hint')}
        dir="auto"
        rows={10}
        spellCheck={false}
        autoCapitalize="none"
        readOnly={run.isPending}
        value={draft.value}
        onChange={({ target }) => draft.set(target.value)}
      />
      <TrustLine>{t('contacts.outside_trust')}</TrustLine>
    </section>
  )
  return (
    <div className={`panes ${styles.importPanes}`}>
      {box}
      <section className="stack" aria-label={t('contacts.import.preview')}>
        <div role="status">
          {run.data ? (
            <p className="notice notice-calm">
              {t('contacts.import.added', { count: run.data.added, n: formatNumber(run.data.added) })}
              {run.data.merged > 0 ? ` ${t('contacts.import.merged', { count: run.data.merged, n: formatNumber(run.data.merged) })}` : ''}
            </p>
          ) : null}
        </div>
        {failure ? <ErrorNotice error={failure} onRetry={retry} /> : null}
        {run.error ? <ErrorNotice error={run.error} onRetry={start} /> : null}
        {run.progress ? (
          <div className="stack">
            <IonProgressBar type="determinate" value={run.progress.done / run.progress.total} aria-label={t('contacts.import.running')} />
            <p role="status">
              {t('contacts.import.progress', { n: formatNumber(run.progress.done), total: formatNumber(run.progress.total) })}
            </p>
          </div>
        ) : null}
        {parsed ? <ImportPreview parsed={parsed} /> : null}
        {!parsed && !run.data && !failure ? <p className="quiet">{t('contacts.import.empty')}</p> : null}
        {people.length > 0 ? (
          <div className="stack">
            <ImportRelation value={relation} onChange={setRelation} />
            <IonButton size="large" expand="block" disabled={run.isPending || !isCurrent} onClick={start}>
              {fresh > 0 ? t('contacts.import.start', { count: fresh, n: formatNumber(fresh) }) : t('contacts.import.complete')}
            </IonButton>
            {problems > 0 ? <p className="quiet small">{t('contacts.import.stay')}</p> : null}
          </div>
        ) : null}
      </section>
    </div>
  )
}
