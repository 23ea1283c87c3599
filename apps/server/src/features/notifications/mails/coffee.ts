import type { MailContent } from './layout.ts'
import { type Addressed, greeting, linked, NAME_MAX, unsubscribe } from './parts.ts'
import { minutesLong, moment, quote, translate, zoneName } from './texts.ts'

interface AboutCoffee extends Addressed {
  /** The other person; empty after their account was deleted. */
  readonly name: string
  readonly company: string
  /** An external person: the mail explains why they get it. */
  readonly guest: boolean
  readonly slots: readonly Date[]
  readonly minutes: number
  readonly place: string | null
  /** The time zone of the times; it is shown, because a guest's own is not known. */
  readonly time_zone: string
}

/** Why the coffee chat was cancelled; `calendar_only` only cancels the calendar entry, for the person who knows the reason. */
export type CoffeeEnd = 'declined' | 'cancelled' | 'expired' | 'left' | 'calendar_only'

/** All data that a mail about a coffee chat may contain: the place, but never the message. */
export type CoffeeView =
  | ({ readonly kind: 'coffee_proposed'; readonly moved: boolean } & AboutCoffee)
  | ({ readonly kind: 'coffee_accepted' } & AboutCoffee)
  | ({ readonly kind: 'coffee_ended'; readonly end: CoffeeEnd; readonly cleared: boolean } & AboutCoffee)

export function coffeeContent(view: CoffeeView): MailContent {
  switch (view.kind) {
    case 'coffee_proposed':
      return proposedContent(view)
    case 'coffee_accepted':
      return acceptedContent(view)
    case 'coffee_ended':
      return endedContent(view)
  }
}

function proposedContent(view: CoffeeView & { kind: 'coffee_proposed' }): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.name), company: quote(locale, view.company) }
  const [subject, body] = view.moved
    ? (['coffee_moved_subject', 'coffee_moved_body'] as const)
    : (['coffee_proposed_subject', 'coffee_proposed_body'] as const)
  return {
    ...common(view),
    subject: translate(locale, subject, { name: quote(locale, view.name, NAME_MAX) }),
    preheader: translate(locale, 'coffee_proposed_effort'),
    title: translate(locale, subject, values),
    paragraphs: [greeting(view), translate(locale, body, values)],
    closing: [translate(locale, 'coffee_proposed_effort'), ...(view.guest ? [translate(locale, 'guest_about', values)] : [])],
    button: translate(locale, 'coffee_proposed_button'),
    trust: translate(locale, 'coffee_proposed_trust', values),
    why: translate(locale, view.guest ? 'coffee_guest_why' : 'coffee_why', values),
  }
}

function acceptedContent(view: AboutCoffee): MailContent {
  const { locale } = view
  const values = { name: quote(locale, view.name) }
  const body = translate(locale, 'coffee_accepted_body')
  return {
    ...common(view),
    subject: translate(locale, 'coffee_accepted_subject', { name: quote(locale, view.name, NAME_MAX) }),
    preheader: moments(view)[0] ?? body,
    title: translate(locale, 'coffee_accepted_subject', values),
    paragraphs: [greeting(view), body],
    closing: [translate(locale, 'coffee_accepted_change')],
    button: translate(locale, 'coffee_button'),
    trust: translate(locale, 'coffee_trust', values),
    why: translate(locale, 'coffee_agreed_why', values),
  }
}

function endedContent(view: CoffeeView & { kind: 'coffee_ended' }): MailContent {
  const { locale, end, cleared } = view
  const left = end === 'left'
  const subject = left ? 'coffee_left_subject' : end === 'declined' ? 'coffee_declined_subject' : 'coffee_cancelled_subject'
  const values = { name: quote(locale, view.name) }
  const calendar = cleared ? [translate(locale, 'coffee_cleared')] : []
  const because = end === 'calendar_only' ? [] : [translate(locale, `coffee_${end}_body`, values)]
  const { facts, ...rest } = common(view)
  return {
    ...rest,
    subject: translate(locale, subject, { name: quote(locale, view.name, NAME_MAX) }),
    preheader: [...because, ...calendar][0] ?? '',
    title: translate(locale, subject, values),
    paragraphs: [greeting(view), ...because],
    ...(view.slots.length > 0 && { facts }),
    closing: calendar,
    button: translate(locale, 'coffee_button'),
    trust: left ? translate(locale, 'coffee_left_trust') : translate(locale, 'coffee_trust', values),
    why: left ? translate(locale, 'coffee_left_why') : translate(locale, 'coffee_agreed_why', values),
  }
}

const moments = ({ locale, slots, time_zone }: AboutCoffee) => slots.map((slot) => moment(locale, slot, time_zone))

function common(view: AboutCoffee) {
  const { locale, minutes, place, time_zone, slots } = view
  const zone = slots[0] ? [zoneName(locale, slots[0], time_zone)] : []
  const details = [...zone, minutesLong(locale, minutes), ...(place ? [quote(locale, place, 200)] : [])]
  return {
    ...linked(view),
    facts: { skills: moments(view), due: details.join(' · ') },
    unsubscribe: unsubscribe(view),
  }
}
