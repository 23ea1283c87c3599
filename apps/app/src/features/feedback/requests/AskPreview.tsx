import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { formatList } from '../../../platform/lists.ts'
import { LANGUAGE_NAMES, useLocale } from '../../../platform/locale.ts'
import { useUser } from '../../../platform/session.ts'
import { nameOf } from '../../directory/person.api.ts'
import feedbackStyles from '../feedback.module.css'
import { RequestHeader } from '../RequestHeader.tsx'
import { type AskDraft, dueDate } from './ask.ts'

interface Props {
  draft: AskDraft
  skills: readonly string[]
  threshold: number
}

/** The request as its recipients see it, before it is sent. */
export function AskPreview({ draft, skills, threshold }: Props) {
  const { t } = useTranslation()
  const own = useLocale()
  const me = useUser()
  if (!me) return null
  const { people, confidential } = draft
  const colleagues = people.filter(({ user_id }) => user_id !== null).length
  const request = {
    requester: me,
    confidential,
    context: draft.context.trim() || null,
    message: draft.message.trim() || null,
    due_at: dueDate(draft.due)?.toISOString() ?? null,
    asked: confidential ? { colleagues, outsiders: people.length - colleagues } : null,
  }
  const translated = people.filter(({ user_id, locale }) => user_id === null && locale && locale !== own)
  return (
    <section className="stack" aria-label={t('ask.preview.title')}>
      <h2>{t('ask.preview.title')}</h2>
      <div className={`card stack ${feedbackStyles.preview}`}>
        <p>
          <strong>{t('ask.preview.asks', { name: fullName(me), skills: formatList(skills) })}</strong>
        </p>
        <RequestHeader request={request} threshold={threshold} />
      </div>
      <p className="quiet small">
        {t('ask.preview.languages')}
        {translated.map((person) => (
          <span key={person.email} className="line">
            <bdi>{nameOf(person)}</bdi> · <bdi>{LANGUAGE_NAMES[person.locale ?? own]}</bdi>
          </span>
        ))}
      </p>
    </section>
  )
}
