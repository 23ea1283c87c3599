import { IonButton } from '@ionic/react'
import { type FeedbackEvent, MAX_EVENT_TITLE } from '@reflet/contract/events'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayFromNow, dayOf } from '../../../platform/days.ts'
import { formatDate } from '../../../platform/locale.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { useToast } from '../../../ui/toast.ts'
import { endOf, lastDayOf } from './event.ts'
import { useUpdateEvent } from './events.api.ts'

/** Renames the event, moves its end, closes and reopens it. */
export function EventEnd({ event }: { event: FeedbackEvent }) {
  const { t } = useTranslation()
  const toast = useToast()
  const update = useUpdateEvent(event.id)
  const [editing, setEditing] = useState(false)
  const over = new Date(event.ends_at) <= new Date()
  const toggle = () =>
    update.mutate({ closed: event.is_open }, { onSuccess: (now) => toast(t(now.is_open ? 'events.opened_now' : 'events.closed_now')) })
  if (editing) return <Edit event={event} update={update} onDone={() => setEditing(false)} />
  return (
    <div className="stack">
      {update.error ? <ErrorNotice error={update.error} /> : null}
      <div className="form-actions">
        {event.is_open || !over ? (
          <IonButton fill="outline" disabled={update.isPending} onClick={toggle}>
            {t(event.is_open ? 'events.close' : 'events.reopen')}
          </IonButton>
        ) : null}
        <IonButton fill="clear" onClick={() => setEditing(true)}>
          {t('events.edit')}
        </IonButton>
      </div>
    </div>
  )
}

interface EditProps {
  event: FeedbackEvent
  update: ReturnType<typeof useUpdateEvent>
  onDone: () => void
}

function Edit({ event, update, onDone }: EditProps) {
  const { t } = useTranslation()
  const [title, setTitle] = useState(event.title)
  const [day, setDay] = useState(dayOf(new Date(event.ends_at)))
  const save = (submitted: FormEvent) => {
    submitted.preventDefault()
    // An unchanged end keeps its exact minute.
    const moved = day !== dayOf(new Date(event.ends_at))
    update.mutate({ title, ...(moved && { ends_at: endOf(day).toISOString(), closed: false }) }, { onSuccess: onDone })
  }
  const latest = lastDayOf(event.takes_place_on)
  return (
    <form className="card stack" onSubmit={save}>
      <Field
        id="event-new-title"
        label={t('events.form.name')}
        dir="auto"
        required
        maxLength={MAX_EVENT_TITLE}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Field
        id="event-end"
        type="date"
        label={t('events.end')}
        hint={t('events.end_hint', { date: formatDate(endOf(latest), { dateStyle: 'long' }) })}
        required
        min={dayFromNow(0)}
        max={latest}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      {update.error ? <ErrorNotice error={update.error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" disabled={update.isPending || title.trim() === '' || day === ''}>
          {t(update.isPending ? 'common.saving' : 'common.save')}
        </IonButton>
        <IonButton fill="clear" onClick={onDone}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
