import { NOTIFICATION_KINDS, type NotificationChoices, type NotificationKind, type UserPatch } from '@reflet/contract/people'
import type * as z from 'zod/mini'

/** What a person switched off, by kind and channel. */
export type SwitchedOff = { [Kind in NotificationKind]?: Partial<NotificationChoices[Kind]> }

type Patch = NonNullable<z.output<typeof UserPatch>['notifications']>

/** Everything is on by default; only opt-outs are stored. */
export const choicesOf = (off: SwitchedOff): NotificationChoices =>
  Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => [kind, { email: off[kind]?.email !== false, push: off[kind]?.push !== false }]),
  ) as NotificationChoices

/** The opt-outs after a change; what is on is not stored, so that new kinds are on by default. */
export function switchedOff(before: SwitchedOff, patch: Patch): SwitchedOff {
  const after = choicesOf(before)
  for (const kind of NOTIFICATION_KINDS) Object.assign(after[kind], patch[kind])
  const kept = NOTIFICATION_KINDS.map((kind) => [kind, Object.fromEntries(Object.entries(after[kind]).filter(([, on]) => !on))] as const)
  return Object.fromEntries(kept.filter(([, channels]) => Object.keys(channels).length > 0))
}
