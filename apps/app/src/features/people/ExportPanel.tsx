import { IonButton, IonIcon, IonProgressBar } from '@ionic/react'
import { downloadOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../platform/files.ts'
import { formatNumber } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useExport } from './account.api.ts'

const MEGABYTE = 1_000_000

function formatBytes(bytes: number) {
  const [value, unit] = bytes < MEGABYTE ? [bytes / 1000, 'kilobyte'] : [bytes / MEGABYTE, 'megabyte']
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 })
}

/** The export of all my data in one file: requested, downloaded with progress, and saved. */
export function ExportPanel() {
  const { t } = useTranslation()
  const { start, cancel, progress, file, error, isPending } = useExport()
  if (isPending) {
    const share = progress?.total ? Math.min(progress.received / progress.total, 1) : undefined
    const size = progress && formatBytes(progress.received)
    return (
      <div className="stack">
        <IonProgressBar
          aria-label={t('export.preparing')}
          {...(share === undefined ? { type: 'indeterminate' } : { type: 'determinate', value: share })}
        />
        <div className="row">
          <p className="grow" role="status">
            {t('export.preparing')}
            {size ? (
              <span className="quiet small line" aria-hidden="true">
                {progress.total ? t('export.progress', { received: size, total: formatBytes(progress.total) }) : size}
              </span>
            ) : null}
          </p>
          <IonButton fill="clear" onClick={cancel}>
            {t('common.cancel')}
          </IonButton>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      {error ? <ErrorNotice error={error} onRetry={start} /> : null}
      {file ? (
        <div className="notice notice-calm" role="status">
          <p>{t('export.ready', { size: formatBytes(file.size) })}</p>
          <button type="button" className="plain-button" onClick={() => saveFile(file)}>
            {t('export.save')}
          </button>
        </div>
      ) : (
        <IonButton className="start" fill="outline" onClick={start}>
          <IonIcon slot="start" icon={downloadOutline} aria-hidden="true" />
          {t('export.start')}
        </IonButton>
      )}
      <TrustLine sealed>{t('export.trust')}</TrustLine>
    </div>
  )
}
