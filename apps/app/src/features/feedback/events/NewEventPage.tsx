import { IonButton, useIonRouter } from '@ionic/react'
import { MAX_EVENT_TITLE } from '@reflet/contract/events'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../platform/drafts.ts'
import { formatDate, formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { ErrorNotice, useErrorText } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { described, Field, FieldFrame } from '../../../ui/Field.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useProblems } from '../../../ui/useProblems.ts'
import feedbackStyles from '../feedback.module.css'
import { AdministratorHint } from '../requests/AdministratorHint.tsx'
import { SkillPicker } from '../requests/SkillPicker.tsx'
import { isTooNew } from '../requests/too-new.ts'
import { type EventDraft, emptyEvent, endsOf, toEvent, UNTIL, type Until } from './event.ts'
import { useCreateEvent } from './events.api.ts'

/** Title, date, skills, end, and visibility of the answers. Stored on this device until the event is created. */
export default function NewEventPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const [fresh] = useState(emptyEvent)
  const draft = useDraft<EventDraft>('event', fresh)
  const create = useCreateEvent()
  const event = draft.value
  const found: FieldProblem[] = []
  if (event.title.trim() === '') found.push({ id: 'event-title', message: t('events.form.name_missing') })
  if (event.date === '') found.push({ id: 'event-date', message: t('events.form.date_missing') })
  else if (endsOf(event.date, event.until) <= new Date()) found.push({ id: 'event-until', message: t('errors.event_ends_in_past') })
  if (event.skillIds.length === 0) found.push({ id: 'event-skills', message: t('events.form.skills_missing') })
  const { problems, problemOf, check } = useProblems(found)
  const refusal = isTooNew(create.error) ? create.error : undefined
  const change = (part: Partial<EventDraft>) => {
    if (refusal) create.reset()
    draft.set((old) => ({ ...old, ...part }))
  }

  const save = () => {
    if (create.isPending || !check()) return
    create.mutate(toEvent(event), {
      onSuccess: ({ id }) => {
        draft.clear(emptyEvent())
        router.push(to(`/share-event-link?event=${id}`), 'forward', 'replace')
      },
    })
  }

  return (
    <Page
      shows={[['statistics']]}
      title={t('events.new')}
      back="/share-event-link"
      footer={
        <IonButton size="large" disabled={!draft.ready || create.isPending} onClick={save}>
          {t(create.isPending ? 'events.form.creating' : 'events.form.create')}
        </IonButton>
      }
    >
      {draft.ready ? (
        <div className="stack">
          <ErrorSummary problems={problems} />
          {draft.restored ? (
            <p className="quiet small" role="status">
              {t('events.form.restored')}
            </p>
          ) : null}
          <Field
            id="event-title"
            label={t('events.form.name')}
            hint={t('events.form.name_hint')}
            error={problemOf('event-title')}
            dir="auto"
            maxLength={MAX_EVENT_TITLE}
            value={event.title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <Field
            id="event-date"
            type="date"
            label={t('events.form.date')}
            error={problemOf('event-date')}
            value={event.date}
            onChange={({ target }) => change({ date: target.value })}
          />
          <div id="event-skills" tabIndex={-1}>
            <SkillPicker picked={event.skillIds} error={problemOf('event-skills')} onChange={(skillIds) => change({ skillIds })} />
          </div>
          <UntilSelect event={event} error={problemOf('event-until')} onChange={(until) => change({ until })} />
          <Secrecy confidential={event.confidential} refusal={refusal} onChange={(confidential) => change({ confidential })} />
          {create.error && !refusal ? <ErrorNotice error={create.error} onRetry={save} /> : null}
        </div>
      ) : (
        <Skeleton avatar={false} />
      )}
    </Page>
  )
}

function UntilSelect({ event, error, onChange }: { event: EventDraft; error: string | undefined; onChange: (until: Until) => void }) {
  const { t } = useTranslation()
  return (
    <FieldFrame id="event-until" label={t('events.form.until')} error={error}>
      <Select {...described({ id: 'event-until', error })} value={event.until} onChange={({ target }) => onChange(target.value as Until)}>
        {UNTIL.map((until) => (
          <option key={until} value={until}>
            {t(`events.until.${until}`)}
            {event.date ? ` (${formatDate(endsOf(event.date, until))})` : ''}
          </option>
        ))}
      </Select>
    </FieldFrame>
  )
}

interface SecrecyProps {
  confidential: boolean
  refusal: unknown
  onChange: (confidential: boolean) => void
}

function Secrecy({ confidential, refusal, onChange }: SecrecyProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  return (
    <>
      <fieldset className={feedbackStyles.choose}>
        <legend className="field-label">{t('ask.words.who_sees')}</legend>
        {([false, true] as const).map((choice) => (
          <label className="option" key={String(choice)}>
            <input type="radio" name="event-confidential" checked={confidential === choice} onChange={() => onChange(choice)} />
            <span>
              <strong>{t(choice ? 'ask.words.confidential' : 'ask.words.named')}</strong>
              <span className="quiet small">
                {choice ? t('events.confidential_hint', { count: threshold, n: formatNumber(threshold) }) : t('ask.words.named_hint')}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {refusal ? (
        <p className="field-error" role="alert">
          {errorText(refusal)}
        </p>
      ) : confidential ? (
        <AdministratorHint />
      ) : null}
      <TrustLine sealed={confidential}>{t(confidential ? 'events.trust.confidential' : 'events.trust.named')}</TrustLine>
    </>
  )
}
