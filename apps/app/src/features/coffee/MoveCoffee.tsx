import { IonButton } from '@ionic/react'
import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { fullName } from '../../platform/full-name.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { useProblems } from '../../ui/useProblems.ts'
import { useMoveCoffee } from './coffee.api.ts'
import styles from './coffee.module.css'
import { asMinutes, emptyPlan, otherOf, type Plan } from './coffee.ts'
import { PlanFields, usePlanProblems } from './PlanFields.tsx'
import { instantsOf } from './slots.ts'
import { useZone } from './zone.ts'

/** Other times for the same coffee chat, stored on this device until they are sent. */
export function MoveCoffee({ meeting, onDone }: { meeting: CoffeeMeeting; onDone: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const zone = useZone()
  const [fresh] = useState((): Plan => ({ ...emptyPlan(zone), minutes: asMinutes(meeting.minutes), place: meeting.place ?? '' }))
  const draft = useDraft<Plan>(`coffee-move-${meeting.id}`, fresh)
  const move = useMoveCoffee(meeting.id)
  const problemsOf = usePlanProblems(zone)
  const { problems, check } = useProblems(problemsOf(draft.value))
  const send = () => {
    if (move.isPending || !check()) return
    const { slots, minutes, place } = draft.value
    move.mutate(
      { slots: instantsOf(slots, zone), minutes, place: place.trim() },
      {
        onSuccess: () => {
          draft.clear()
          toast(t('coffee.moved', { name: fullName(otherOf(meeting)) }))
          onDone()
        },
      },
    )
  }
  if (!draft.ready) return <Skeleton rows={2} avatar={false} />
  return (
    <div className={`stack ${styles.coffeeForm}`}>
      <ErrorSummary problems={problems} />
      <PlanFields plan={draft.value} zone={zone} problems={problems} onChange={(part) => draft.set((old) => ({ ...old, ...part }))} />
      {meeting.status === 'accepted' ? <p className="quiet">{t('coffee.move_hint')}</p> : null}
      {move.error ? <ErrorNotice error={move.error} onRetry={send} /> : null}
      <div className="form-actions">
        <IonButton disabled={move.isPending} onClick={send}>
          {t(move.isPending ? 'ask.sending' : 'coffee.form.send')}
        </IonButton>
        <IonButton fill="clear" onClick={onDone}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </div>
  )
}
