import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../platform/clipboard.ts'

/** A button that copies a text, and says whether it did. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'copied' | 'refused'>()
  return (
    <span className="row">
      <button
        type="button"
        className="plain-button"
        onClick={() => void copyText(text).then((done) => setState(done ? 'copied' : 'refused'))}
      >
        {label}
      </button>
      <span role="status" className="small quiet">
        {state ? t(state === 'copied' ? 'common.copied' : 'common.not_copied') : ''}
      </span>
    </span>
  )
}
