import { legalLocale, useLocale } from '../platform/locale.ts'
import styles from './LegalText.module.css'
import { Markdown } from './Markdown.tsx'

/** A legal text with its own language, whatever the page's. */
export const LegalText = ({ source }: { source: string }) => (
  <article className={`${styles.legal} legal`} lang={legalLocale(useLocale())} dir="ltr">
    <Markdown source={source} />
  </article>
)
