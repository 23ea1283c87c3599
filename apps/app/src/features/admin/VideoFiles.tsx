import { LOCALES, type Locale } from '@reflet/contract/common'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { FieldFrame } from '../../ui/Field.tsx'
import { useToast } from '../../ui/toast.ts'
import { useUploadVideo } from './admin.api.ts'

/** The file of a video, and its captions by language. */
export function VideoFiles({ id }: { id: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const upload = useUploadVideo()
  const send = (file: File | undefined, locale?: Locale) => {
    if (file) upload.mutate({ id, file, ...(locale && { locale }) }, { onSuccess: () => toast(t('admin.saved')) })
  }
  return (
    <div className="stack">
      {upload.error ? <ErrorNotice error={upload.error} /> : null}
      {upload.isPending ? <p role="status">{t('admin.import.uploading')}</p> : null}
      <FieldFrame id="video-file" label={t('admin.catalogue.file')}>
        <input
          id="video-file"
          type="file"
          accept="video/mp4,video/webm"
          disabled={upload.isPending}
          onChange={({ target }) => send(target.files?.[0])}
        />
      </FieldFrame>
      {LOCALES.map((locale) => (
        <FieldFrame key={locale} id={`captions-${locale}`} label={t('admin.catalogue.captions', { language: LANGUAGE_NAMES[locale] })}>
          <input
            id={`captions-${locale}`}
            type="file"
            accept=".vtt,text/vtt"
            disabled={upload.isPending}
            onChange={({ target }) => send(target.files?.[0], locale)}
          />
        </FieldFrame>
      ))}
    </div>
  )
}
