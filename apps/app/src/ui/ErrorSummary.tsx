import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export interface FieldProblem {
  /** The id of the input. */
  id: string
  message: string
}

/** The error summary at the top of a form: takes the focus, lists each error and links to its field. */
export function ErrorSummary({ problems }: { problems: readonly FieldProblem[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(0)
  useEffect(() => {
    // A field that was just corrected keeps the focus.
    const isCorrected = problems.length < before.current
    before.current = problems.length
    if (problems.length > 0 && !isCorrected) box.current?.focus()
  }, [problems])
  if (problems.length === 0) return null
  return (
    <div className="notice" role="alert" tabIndex={-1} ref={box}>
      <h2>{t('common.check')}</h2>
      <ul>
        {problems.map(({ id, message }) => (
          <li key={id}>
            <button type="button" className="plain-button" onClick={() => document.getElementById(id)?.focus()}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
