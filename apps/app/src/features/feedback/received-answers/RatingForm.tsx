import { IonButton, useIonRouter } from '@ionic/react'
import { MAX_THANKS, type NamedAnswer } from '@reflet/contract/received-answers'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/drafts.ts'
import { formatDate } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { TextAreaField } from '../../../ui/Field.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import { giverKindOf } from './giver-kind.ts'
import styles from './rating.module.css'
import { useRateAnswer } from './received-answers.api.ts'
import { StarsInput } from './StarsInput.tsx'

interface Words {
  stars: number | null
  thanks: string
  will_try: string
}

const STARS = 'rating-stars'
const PHRASES = ['concrete', 'new', 'helped'] as const

/** Only the fields changed here: the other fields show the server's current values. */
const UNTOUCHED: Partial<Words> = {}

const wordsOf = ({ thanks }: NamedAnswer): Words => ({
  stars: thanks?.stars ?? null,
  thanks: thanks?.thanks ?? '',
  will_try: thanks?.will_try ?? '',
})

export function RatingForm({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const rate = useRateAnswer()
  const draft = useDraft<Partial<Words>>(`rating:${answer.id}`, UNTOUCHED)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const words = { ...wordsOf(answer), ...draft.value }
  const kind = giverKindOf(answer)
  const name = answer.giver.first_name || t('useful.guest')
  if (!draft.ready) return <Skeleton rows={3} avatar={false} />

  const change = (part: Partial<Words>) => draft.set((old) => ({ ...old, ...part }))
  const add = (phrase: string) => {
    if (words.thanks.includes(phrase)) return
    change({ thanks: [words.thanks.trim(), phrase].filter(Boolean).join(' ').slice(0, MAX_THANKS) })
  }
  const leave = () => {
    draft.clear()
    toast(kind === 'former' ? t('useful.kept') : t('useful.sent', { name }))
    if (router.canGoBack()) router.goBack()
    else router.push(to(`/skill-statistics/${answer.skill.id}`), 'back', 'replace')
  }
  const send = () => {
    const { stars, thanks, will_try } = words
    if (stars === null || rate.isPending) return
    rate.mutate(
      { id: answer.id, thanks: { stars, thanks: thanks.trim() || null, will_try: will_try.trim() || null } },
      { onSuccess: leave },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = words.stars === null
    setProblems(missing ? [{ id: STARS, message: t('useful.choose') }] : [])
    if (!missing) send()
  }
  return (
    <form className={`stack ${styles.ratingForm} rating-form`} onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {draft.restored && Object.keys(draft.value).length > 0 ? (
        <p className="quiet small" role="status">
          {t('answer.restored')}
        </p>
      ) : null}
      {answer.thanks ? <p className="notice notice-calm">{t('useful.before', { date: formatDate(answer.thanks.rated_at) })}</p> : null}
      <StarsInput id={STARS} value={words.stars} error={problems[0]?.message} onChange={(stars) => change({ stars })} />
      <div>
        <TextAreaField
          id="rating-thanks"
          label={t('useful.thanks.label')}
          dir="auto"
          maxLength={MAX_THANKS}
          value={words.thanks}
          onChange={({ target }) => change({ thanks: target.value })}
        />
        <ul className="chips" aria-label={t('useful.phrases')}>
          {PHRASES.map((phrase) => (
            <li key={phrase}>
              <button
                type="button"
                className={styles.phrase}
                aria-disabled={words.thanks.includes(t(`useful.phrase.${phrase}`))}
                onClick={() => add(t(`useful.phrase.${phrase}`))}
              >
                {t(`useful.phrase.${phrase}`)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <TextAreaField
        id="rating-will-try"
        label={t('useful.will_try.label')}
        hint={t('useful.will_try.hint')}
        dir="auto"
        maxLength={MAX_THANKS}
        value={words.will_try}
        onChange={({ target }) => change({ will_try: target.value })}
      />
      <TrustLine sealed={kind === 'former'}>{t(`useful.told.${kind}`, { name })}</TrustLine>
      {rate.error ? <ErrorNotice error={rate.error} onRetry={send} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" disabled={rate.isPending}>
          {rate.isPending ? t('common.saving') : kind === 'former' ? t('common.save') : t('useful.send', { name })}
        </IonButton>
      </div>
    </form>
  )
}
