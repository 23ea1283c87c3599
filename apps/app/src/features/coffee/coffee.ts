import { COFFEE_MINUTES, type CoffeeInvitee, type CoffeeMeeting } from '@reflet/contract/coffee'
import type { PersonRef } from '../directory/person.api.ts'
import type { NewCoffee } from './coffee.api.ts'
import { instantsOf, proposedSlots, type Slot } from './slots.ts'

export type Minutes = (typeof COFFEE_MINUTES)[number]

/** The other person: a colleague, an external person, or the giver of an answer. */
export interface Who extends PersonRef {
  /** The answer whose giver is invited. */
  feedback_id: string | null
}

/** Times and place in the form. */
export interface Plan {
  slots: Slot[]
  minutes: Minutes
  place: string
}

/** The draft of a coffee chat; stored on this device. */
export interface CoffeeDraft extends Plan {
  /** null: the person in the URL, or none yet. */
  who: Who | null
  message: string
  /** Idempotency key: the same until it was sent, so that a retry never proposes twice. */
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
