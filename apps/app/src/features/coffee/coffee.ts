import { COFFEE_MINUTES, type CoffeeInvitee, type CoffeeMeeting } from '@reflet/contract/coffee'
import type { NewCoffee } from './coffee.api.ts'
import { instantsOf, proposedSlots, type Slot } from './slots.ts'

export type Minutes = (typeof COFFEE_MINUTES)[number]

/** Whom the coffee is with: a colleague, somebody outside, or the giver of an answer. */
export interface Who {
  feedback_id: string | null
  user_id: string | null
  email: string | null
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
}

/** When and where, as it is being written. */
export interface Plan {
  slots: Slot[]
  minutes: Minutes
  place: string
}

/** A coffee as it is being proposed; kept on this device. */
export interface CoffeeDraft extends Plan {
  /** null: the one whom the address names, or nobody yet. */
  who: Who | null
  message: string
  /** The same until it was sent: a lost answer never proposes twice. */
  key: string
}

export const emptyPlan = (zone: string, now = new Date()): Plan => ({ slots: proposedSlots(zone, now), minutes: 30, place: '' })

export const emptyCoffee = (zone: string): CoffeeDraft => ({ ...emptyPlan(zone), who: null, message: '', key: crypto.randomUUID() })

const inviteeOf = ({ feedback_id, user_id, email, first_name, last_name }: Who): CoffeeInvitee => {
  if (feedback_id) return { feedback_id }
  return user_id ? { user_id } : { email: email ?? '', first_name, last_name }
}

export const toCoffee = (who: Who, { slots, minutes, place, message, key }: CoffeeDraft, zone: string): NewCoffee => ({
  invitee: inviteeOf(who),
  slots: instantsOf(slots, zone),
  minutes,
  place: place.trim(),
  message: message.trim(),
  idempotency_key: key,
})

/** The other of the two. */
export const otherOf = ({ is_mine, organiser, invitee }: CoffeeMeeting) => (is_mine ? invitee : organiser)

export const asMinutes = (value: number): Minutes => COFFEE_MINUTES.find((minutes) => minutes === value) ?? 30
