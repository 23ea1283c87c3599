import { legalLocale, useLocale } from '../platform/locale.ts'
import { Markdown } from './Markdown.tsx'
import './legal-text.css'

/** A legal text in the language it is written in, whatever the language around it. */
export const LegalText = ({ source }: { source: string }) => (
  <article className="legal" lang={legalLocale(useLocale())} dir="ltr">
    <Markdown source={source} />
  </article>
)
