import { IonButton } from '@ionic/react'
import { MAX_COFFEE_MESSAGE } from '@reflet/contract/coffee'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useProblems } from '../../ui/useProblems.ts'
import { useCoffeeArrivals } from '../directory/handover.api.ts'
import { PersonWords } from '../directory/PersonOption.public.tsx'
import { nameOf } from '../directory/person.api.ts'
import { useProposeCoffee } from './coffee.api.ts'
import styles from './coffee.module.css'
import { type CoffeeDraft, emptyCoffee, toCoffee, type Who } from './coffee.ts'
import { asWho, useNamed } from './invitee.ts'
import { PlanFields, usePlanProblems } from './PlanFields.tsx'
import { WhoPicker } from './WhoPicker.tsx'
import { useZone } from './zone.ts'

/** Person, times, place, and message. Stored on this device until it is sent. */
export function CoffeeForm({ onMade }: { onMade: (id: string) => void }) {
  const { t } = useTranslation()
  const zone = useZone()
  const named = useNamed()
  const [fresh] = useState(() => emptyCoffee(zone))
  const draft = useDraft<CoffeeDraft>(`coffee-${named.key}`, fresh)
  const propose = useProposeCoffee()
  const problemsOf = usePlanProblems(zone)
  const { problems, check } = useProblems(problemsOf(draft.value))
  const who = named.who ?? draft.value.who
  const change = (part: Partial<CoffeeDraft>) => draft.set((old) => ({ ...old, ...part }))
  useCoffeeArrivals(draft.ready, (person) => change({ who: asWho(person) }))
  const send = () => {
    if (propose.isPending || !who || !check()) return
    propose.mutate(toCoffee(who, draft.value, zone), {
      onSuccess: ({ id }) => {
        draft.clear(emptyCoffee(zone))
        onMade(id)
      },
    })
  }
  const waiting = !draft.ready || (named.isPending && !named.who)
  if (named.error) return <ErrorNotice error={named.error} onRetry={named.retry} />
  if (waiting) return <Skeleton />
  return (
    <div className={`stack ${styles.coffeeForm}`}>
      <ErrorSummary problems={problems} />
      {draft.restored ? (
        <p className="quiet small" role="status">
          {t('coffee.form.restored')}
        </p>
      ) : null}
      {who ? (
        <Chosen who={who} skill={named.skill} onChange={named.who ? undefined : () => change({ who: null })} />
      ) : (
        <WhoPicker onChoose={(chosen) => change({ who: chosen })} />
      )}
      {who ? (
        <>
          <PlanFields plan={draft.value} zone={zone} problems={problems} onChange={change} />
          <TextAreaField
            id="coffee-message"
            label={t('coffee.form.message')}
            hint={t('coffee.form.message_hint')}
            dir="auto"
            rows={3}
            maxLength={MAX_COFFEE_MESSAGE}
            value={draft.value.message}
            onChange={({ target }) => change({ message: target.value })}
          />
          <TrustLine>{t('coffee.form.trust', { name: nameOf(who) })}</TrustLine>
          {propose.error ? <ErrorNotice error={propose.error} onRetry={send} /> : null}
          <IonButton size="large" expand="block" disabled={propose.isPending} onClick={send}>
            {t(propose.isPending ? 'ask.sending' : 'coffee.form.send')}
          </IonButton>
        </>
      ) : null}
    </div>
  )
}

function Chosen({ who, skill, onChange }: { who: Who; skill: string | null; onChange: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <section className={`card row ${styles.coffeeWho}`} aria-label={t('coffee.form.who')}>
      <div className="row grow">
        <PersonWords person={who} />
        {skill ? <span className="chip">{skill}</span> : null}
      </div>
      {onChange ? (
        <IonButton fill="clear" size="small" onClick={onChange}>
          {t('answered.edit')}
        </IonButton>
      ) : null}
    </section>
  )
}
