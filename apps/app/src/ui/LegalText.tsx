import { useTranslation } from 'react-i18next'
import { legalLocale, useLocale } from '../platform/locale.ts'
import styles from './LegalText.module.css'
import { Markdown } from './Markdown.tsx'

/** A legal text with its own language, whatever the page's; where they differ, a line in the page's language says so. */
export function LegalText({ source }: { source: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const written = legalLocale(locale)
  return (
    <>
      {written === locale ? null : <p className="quiet small">{t('terms.other_language')}</p>}
      <article className={`${styles.legal} legal`} lang={written} dir="ltr">
        <Markdown source={source} />
      </article>
    </>
  )
}
