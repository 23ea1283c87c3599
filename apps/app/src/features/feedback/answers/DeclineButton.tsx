import { IonButton } from '@ionic/react'
import { MAX_REASON, type SkillRef } from '@reflet/contract/answers'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Sheet, useSheet } from '../../../ui/Sheet.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import feedbackStyles from '../feedback.module.css'

/** A pending feedback of a request. */
interface Pending {
  readonly id: string
  readonly skill: SkillRef
}

interface Declining {
  ids: readonly string[]
  reason: string | null
}

interface Props<Result> {
  /** On a confidential request no one is notified, so there is no reason. */
  confidential: boolean
  requester: string
  current: Pending
  /** All pending feedbacks of the request, the current one included. */
  open: readonly Pending[]
  decline: { isPending: boolean; error: unknown; mutateAsync: (input: Declining) => Promise<Result> }
  /** Called when the sheet is closed. */
  onDeclined: (ids: readonly string[], result: Result) => void
}

/** Declining this skill or all that are pending; the reason is optional. */
export function DeclineButton<Result>({ confidential, requester, current, open, decline, onDeclined }: Props<Result>) {
  const { t } = useTranslation()
  const sheet = useSheet()
  const id = useId()
  const [whole, setWhole] = useState(false)
  const [reason, setReason] = useState('')
  const ids = whole ? open.map((one) => one.id) : [current.id]
  const send = () =>
    void decline.mutateAsync({ ids, reason: confidential ? null : reason.trim() || null }).then(
      (result) => sheet.close(() => onDeclined(ids, result)),
      // `decline.error` shows it.
      () => undefined,
    )
  const skill = t('answer.decline.this', { skill: current.skill.name })
  const scopes = [
    { of: false, label: skill },
    { of: true, label: t('answer.decline.rest', { n: formatNumber(open.length) }) },
  ]
  return (
    <>
      <IonButton fill="clear" onClick={sheet.open}>
        {t('answer.decline.action')}
      </IonButton>
      <Sheet state={sheet} title={t('answer.decline.title')}>
        {open.length > 1 ? (
          <fieldset className={feedbackStyles.choose}>
            <legend className="small quiet">{t('answer.decline.scope')}</legend>
            {scopes.map(({ of, label }) => (
              <label className="option" key={label}>
                <input type="radio" name={`${id}-scope`} checked={whole === of} onChange={() => setWhole(of)} />
                <span dir="auto">{label}</span>
              </label>
            ))}
          </fieldset>
        ) : (
          <p dir="auto">{skill}</p>
        )}
        <p>{confidential ? t('answer.decline.confidential') : t('answer.decline.named', { name: requester })}</p>
        {confidential ? null : (
          <TextAreaField
            id={`${id}-reason`}
            label={t('answer.decline.reason')}
            dir="auto"
            maxLength={MAX_REASON}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {decline.error ? <ErrorNotice error={decline.error} /> : null}
        <div className="form-actions">
          <IonButton size="large" disabled={decline.isPending} onClick={send}>
            {t('answer.decline.action')}
          </IonButton>
        </div>
      </Sheet>
    </>
  )
}
