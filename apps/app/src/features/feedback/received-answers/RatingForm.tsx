import { IonButton, useIonRouter } from '@ionic/react'
import { MAX_THANKS, type NamedAnswer } from '@reflet/contract/received-answers'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/drafts.ts'
import { formatDate } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useProblems } from '../../../ui/useProblems.ts'
import styles from './rating.module.css'
import { useRateAnswer } from './received-answers.api.ts'
import { StarsInput } from './StarsInput.public.tsx'
import { ThanksField, ThanksTrust, useGiver } from './ThanksField.public.tsx'

interface Words {
  stars: number | null
  thanks: string
  will_try: string
}

const STARS = 'rating-stars'

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
  const words = { ...wordsOf(answer), ...draft.value }
  const { problems, problemOf, check } = useProblems(words.stars === null ? [{ id: STARS, message: t('useful.choose') }] : [])
  const { isNotified, name } = useGiver(answer)
  if (!draft.ready) return <Skeleton rows={3} avatar={false} />

  const change = (part: Partial<Words>) => draft.set((old) => ({ ...old, ...part }))
  const leave = () => {
    draft.clear()
    toast(isNotified ? t('useful.sent', { name }) : t('useful.kept'))
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
    if (check()) send()
  }
  return (
    <form className={`stack ${styles.ratingForm}`} data-testid="rating-form" onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {draft.restored && Object.keys(draft.value).length > 0 ? (
        <p className="quiet small" role="status">
          {t('answer.restored')}
        </p>
      ) : null}
      {answer.thanks ? (
        <p className="notice notice-calm">{t('useful.before', { date: formatDate(answer.thanks.rated_at, { dateStyle: 'long' }) })}</p>
      ) : null}
      <StarsInput id={STARS} value={words.stars} error={problemOf(STARS)} onChange={(stars) => change({ stars })} />
      <ThanksField id="rating-thanks" value={words.thanks} onChange={(thanks) => change({ thanks })} />
      <TextAreaField
        id="rating-will-try"
        label={t('useful.will_try.label')}
        hint={t('useful.will_try.hint')}
        dir="auto"
        maxLength={MAX_THANKS}
        value={words.will_try}
        onChange={({ target }) => change({ will_try: target.value })}
      />
      <ThanksTrust answer={answer} />
      {rate.error ? <ErrorNotice error={rate.error} onRetry={send} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" disabled={rate.isPending}>
          {rate.isPending ? t('common.saving') : isNotified ? t('useful.send', { name }) : t('common.save')}
        </IonButton>
      </div>
    </form>
  )
}
