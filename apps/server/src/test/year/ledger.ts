import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import type { ParsedMail } from 'mailparser'
import { expect } from 'vitest'

/** The rules of a company that its mails obey, in the model's own terms. */
export interface Rules {
  readonly reminderDays: readonly [number, number]
  readonly expiryDays: number
  /** Full hours; null: mails are sent at any time. */
  readonly quiet: { readonly from: number; readonly to: number } | null
  readonly threshold: number
}

/** The longest wait for the morning, with an hour more for daylight saving and three for the step of the simulation. */
const nightOf = ({ quiet }: Rules) => (4 + (quiet ? 24 - quiet.from + quiet.to : 0)) * HOUR_MS

/** A person who may get mails, in the model. */
export interface Reader {
  readonly email: string
  /** For a guest, the requester's. */
  readonly timeZone: string
  readonly guest: boolean
  /** Has unsubscribed from these. */
  readonly muted: Set<string>
}

/** One request to one person: its expected mails, computed independently of the server's code. */
export interface Group {
  readonly id: string
  readonly reader: Reader
  readonly requester: Reader
  readonly createdAt: number
  readonly confidential: boolean
  open: Set<string>
  closedAt: number | null
  askedBy: number | null
  stamps: number[]
}

interface Sent {
  readonly id: string
  readonly kind: string
  readonly recipient_id: string | null
}

/** Cache: creating a formatter takes a hundred times as long as using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const numeric = 'numeric' as const
  const made = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', weekday: 'short', month: numeric, day: numeric, hour: numeric })
  clocks.set(timeZone, made)
  return made
}

/** The local time of a zone: `Mon`, the date as `3/29`, the hour. */
export function shownIn(at: number, timeZone: string): { weekday: string; day: string; hour: number } {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { weekday: parts.weekday ?? '', day: `${parts.month}/${parts.day}`, hour: Number(parts.hour) }
}

/**
 * An independent model of a year's mails: every mail that arrives is matched with its cause, and missing ones are reported. It implements
 * the rules of docs/PRODUCT.md, "Messages", without the server's code.
 */
export function openLedger(rules: Rules) {
  const night = nightOf(rules)
  const [firstDays, secondDays] = rules.reminderDays
  const groups = new Map<string, Group>()
  const open = new Map<Reader, Set<Group>>()
  const openGroups = () => [...open.values()].flatMap((some) => [...some])
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  /** Groups reminded of since their reader's last reminder. */
  const toRemind = new Map<Reader, Set<Group>>()
  const unread = new Map<Reader, number>()
  const unannounced = new Map<Reader, number>()
  const remindedDays = new Set<string>()
  const selfEvaluations = new Map<Reader, number>()

  const isMuted = (reader: Reader, kind: string) => reader.muted.has(kind) || reader.muted.has('all')

  function askedMail(group: Group, at: number) {
    expect(group.askedBy, `one request mail for ${group.id}`).toBeNull()
    expect(group.closedAt, 'no request for a closed group').toBeNull()
    expect(at - group.createdAt).toBeGreaterThanOrEqual(10_000)
    expect(at - group.createdAt, 'a request waits for a night at most').toBeLessThanOrEqual(night)
    group.askedBy = at
  }

  function reminderMail(reader: Reader, at: number, mail: ParsedMail) {
    const due = [...(toRemind.get(reader) ?? [])].filter(({ closedAt }) => closedAt === null)
    expect(due.length, `a reason to remind ${reader.email}`).toBeGreaterThan(0)
    if (due.length === 1) expect(mail.text).toContain(reader.guest ? '/guest-answer/' : `group=${due[0]?.id}`)
    else expect(mail.subject).toBe(`${due.length} requests are waiting for your feedback`)
    const day = `${reader.email} ${shownIn(at, reader.timeZone).day}`
    // Reminders come together in the morning; without quiet hours there is none to wait for.
    if (rules.quiet) expect(remindedDays.has(day), `one reminder on ${day}`).toBe(false)
    remindedDays.add(day)
    toRemind.delete(reader)
  }

  function guestReminderMail(group: Group) {
    const due = toRemind.get(group.reader)
    expect(due?.delete(group), `a reason to remind a guest of ${group.id}`).toBe(true)
    expect(group.closedAt).toBeNull()
  }

  function answeredMail(reader: Reader, mail: ParsedMail) {
    const count = unread.get(reader) ?? 0
    expect(unannounced.get(reader), `news for ${reader.email}`).toBeDefined()
    expect(mail.subject).toBe(count === 1 ? 'A new answer is waiting for you' : `${count} new answers are waiting for you`)
    unannounced.delete(reader)
  }

  function selfEvaluationMail(reader: Reader, at: number) {
    const last = selfEvaluations.get(reader)
    if (last !== undefined) expect(at - last, 'once a quarter').toBeGreaterThan(80 * DAY_MS)
    selfEvaluations.set(reader, at)
  }

  return {
    groups,
    counts,
    asked(group: Group) {
      groups.set(group.id, group)
      open.set(group.reader, (open.get(group.reader) ?? new Set()).add(group))
    },
    /** A person's pending requests, the oldest first. */
    openGroupsOf: (reader: Reader) => [...(open.get(reader) ?? [])],
    openGroups,
    /** One skill of a group is answered, declined, cancelled or expired. */
    close(group: Group, feedbackId: string, at: number) {
      group.open.delete(feedbackId)
      if (group.open.size > 0) return
      group.closedAt ??= at
      open.get(group.reader)?.delete(group)
    },
    released(receiver: Reader, count: number, at: number) {
      unread.set(receiver, (unread.get(receiver) ?? 0) + count)
      if (!unannounced.has(receiver)) unannounced.set(receiver, at)
    },
    read(receiver: Reader) {
      unread.set(receiver, 0)
      unannounced.delete(receiver)
    },
    /** The expected reminders of this hour, on the company's two days, never within a day of each other. Returns how many people. */
    remind(at: number): number {
      let stamped = 0
      for (const group of openGroups()) {
        if (group.stamps.length > 1) continue
        const [first] = group.stamps
        const due =
          first === undefined ? group.createdAt + firstDays * DAY_MS : Math.max(group.createdAt + secondDays * DAY_MS, first + DAY_MS)
        if (at < due) continue
        group.stamps.push(at)
        stamped++
        const waiting = toRemind.get(group.reader) ?? new Set()
        toRemind.set(group.reader, waiting.add(group))
      }
      return stamped
    },
    /** Enters a mail that arrived. */
    enter(mail: ParsedMail, sent: Sent, reader: Reader, at: number) {
      const id = mail.messageId ?? ''
      expect(seen.has(id), `${id} comes once`).toBe(false)
      seen.add(id)
      counts.set(sent.kind, (counts.get(sent.kind) ?? 0) + 1)
      const { hour } = shownIn(at, reader.timeZone)
      if (rules.quiet) {
        expect(hour, `${sent.kind} to ${reader.email} in ${reader.timeZone}`).toBeGreaterThanOrEqual(rules.quiet.to)
        expect(hour).toBeLessThan(rules.quiet.from)
      }
      expect(isMuted(reader, sent.kind), `${reader.email} wants no ${sent.kind}`).toBe(false)
      const group = groups.get(sent.recipient_id ?? '')
      if (sent.kind === 'request' || sent.kind === 'guest_request') askedMail(group as Group, at)
      else if (sent.kind === 'reminder' && group) guestReminderMail(group)
      else if (sent.kind === 'reminder') reminderMail(reader, at, mail)
      else if (sent.kind === 'answered') answeredMail(reader, mail)
      else if (sent.kind === 'self_evaluation') selfEvaluationMail(reader, at)
      else expect.unreachable(`nothing explains a mail of the kind ${sent.kind}`)
    },
    /** The mails that should have arrived by now. */
    checkMissing(at: number) {
      for (const [reader, waiting] of toRemind) {
        for (const group of waiting) {
          const stamp = group.stamps.at(-1) ?? at
          if (group.closedAt !== null || isMuted(reader, 'reminder')) waiting.delete(group)
          else expect(at - stamp, `${reader.email} is reminded of ${group.id}`).toBeLessThanOrEqual(28 * HOUR_MS)
        }
        if (waiting.size === 0) toRemind.delete(reader)
      }
      for (const [reader, since] of unannounced)
        if (!isMuted(reader, 'answered')) expect(at - since, `${reader.email} hears of answers`).toBeLessThanOrEqual(night)
      for (const group of openGroups()) {
        if (group.askedBy !== null || isMuted(group.reader, 'request')) continue
        expect(at - group.createdAt, `${group.reader.email} is asked`).toBeLessThanOrEqual(night)
      }
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
