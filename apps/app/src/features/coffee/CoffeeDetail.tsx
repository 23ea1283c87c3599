import { IonButton, IonIcon } from '@ionic/react'
import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useQuery } from '@tanstack/react-query'
import { calendarOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { CoffeeStatus } from './CoffeeStatus.tsx'
import { CoffeeChoices, CoffeeProposed, CoffeeWhere, Moment } from './CoffeeTimes.tsx'
import { coffeeQuery, useAcceptCoffee, useCalendarFile, useCancelCoffee, useDeclineCoffee } from './coffee.api.ts'
import styles from './coffee.module.css'
import { otherOf } from './coffee.ts'
import { MoveCoffee } from './MoveCoffee.tsx'
import { useZone } from './zone.ts'

/** One coffee chat: person, time, place, and the possible actions. */
export function CoffeeDetail({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(coffeeQuery(id))
  return (
    <div className="stack">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={3} /> : null}
      {data ? <Meeting meeting={data} /> : null}
    </div>
  )
}

function Meeting({ meeting }: { meeting: CoffeeMeeting }) {
  const { t } = useTranslation()
  const toast = useToast()
  const zone = useZone()
  const accept = useAcceptCoffee(meeting.id)
  const [moving, setMoving] = useState(false)
  const { slots, slot, minutes, place, message, status, can, is_mine } = meeting
  const name = fullName(otherOf(meeting), t('answers.former'))
  const choose = (chosen: string) => accept.mutate(chosen, { onSuccess: () => toast(t('coffee.accepted_toast')) })
  const waits = status === 'pending' && !can.accept
  return (
    <article className="card stack">
      <Header meeting={meeting} name={name} />
      {message ? (
        <blockquote className={styles.coffeeMessage} dir="auto">
          {message}
        </blockquote>
      ) : null}
      {slot ? (
        <div className={styles.coffeeSlotChosen}>
          <Moment at={slot} zone={zone} />
        </div>
      ) : null}
      {waits ? <p>{t('coffee.waits', { name })}</p> : null}
      {waits ? <CoffeeProposed slots={slots} zone={zone} /> : null}
      {can.accept ? <CoffeeChoices slots={slots} zone={zone} disabled={accept.isPending} onChoose={choose} /> : null}
      {status === 'pending' || status === 'accepted' ? <CoffeeWhere minutes={minutes} place={place} /> : null}
      {status === 'pending' || status === 'accepted' ? null : <p>{t(`coffee.told.${status}.${is_mine ? 'mine' : 'theirs'}`, { name })}</p>}
      {accept.error ? <ErrorNotice error={accept.error} /> : null}
      {moving && can.reschedule ? (
        <MoveCoffee meeting={meeting} onDone={() => setMoving(false)} />
      ) : (
        <Actions meeting={meeting} name={name} onMove={() => setMoving(true)} />
      )}
      <TrustLine>{t('coffee.trust', { name })}</TrustLine>
    </article>
  )
}

function Header({ meeting, name }: { meeting: CoffeeMeeting; name: string }) {
  const { t } = useTranslation()
  const { skill_name, is_mine } = meeting
  return (
    <header className="row">
      <Avatar person={otherOf(meeting)} size={56} />
      <div className="grow">
        <h2>{t(is_mine ? 'coffee.with_mine' : 'coffee.with_theirs', { name })}</h2>
        {skill_name ? <p className="quiet">{t('coffee.about', { skill: skill_name })}</p> : null}
        <CoffeeStatus meeting={meeting} />
      </div>
    </header>
  )
}

function Actions({ meeting, name, onMove }: { meeting: CoffeeMeeting; name: string; onMove: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const decline = useDeclineCoffee(meeting.id)
  const cancel = useCancelCoffee(meeting.id)
  const file = useCalendarFile(meeting.id)
  const { can, status } = meeting
  const agreed = status === 'accepted'
  const ask = (what: 'decline' | 'cancel', run: () => void) =>
    confirm({
      header: t(`coffee.${what}_title`),
      message: t(agreed ? 'coffee.end_text_agreed' : 'coffee.end_text', { name }),
      action: t(`coffee.${what}`),
      cancel: t('common.back'),
      onConfirm: run,
    })
  const error = decline.error ?? cancel.error ?? file.error
  return (
    <>
      {error ? <ErrorNotice error={error} /> : null}
      <div className={`form-actions ${styles.coffeeActions}`}>
        {agreed ? (
          <IonButton disabled={file.isPending} onClick={() => file.mutate()}>
            <IonIcon slot="start" icon={calendarOutline} aria-hidden="true" />
            {t('coffee.calendar')}
          </IonButton>
        ) : null}
        {can.reschedule ? (
          <IonButton fill="outline" onClick={onMove}>
            {t('coffee.move')}
          </IonButton>
        ) : null}
        {can.decline ? (
          <IonButton fill="clear" disabled={decline.isPending} onClick={() => ask('decline', () => decline.mutate())}>
            {t('coffee.decline')}
          </IonButton>
        ) : null}
        {can.cancel ? (
          <IonButton fill="clear" color="danger" disabled={cancel.isPending} onClick={() => ask('cancel', () => cancel.mutate())}>
            {t('coffee.cancel')}
          </IonButton>
        ) : null}
      </div>
    </>
  )
}
