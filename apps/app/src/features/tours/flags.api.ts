import { MINUTE_MS } from '@reflet/contract/durations'
import { people, type UserRecord } from '@reflet/contract/people'
import { specified } from '../../platform/client.ts'
import { queryClient } from '../../platform/query.ts'
import { setUserRecord, userQuery } from '../../platform/session.ts'
import type { SessionHooks } from '../../platform/session-hooks.ts'
import { soonWritten, storage } from '../../platform/storage.ts'

/** The flags of docs/PRODUCT.md, "Sessions and start", and the calls that confirm them. */
const confirmations = {
  is_onboarding_finished: people.onboardingFinished,
  is_onboarding_dashboard_finished: people.onboardingDashboardFinished,
  is_onboarding_answer_finished: people.onboardingAnswerFinished,
  is_onboarding_badge_finished: people.onboardingBadgeFinished,
}
export type Flag = keyof typeof confirmations

/** Backoff, in milliseconds. After the last attempt the unsent flag is retried at the next start, `online` event or login. */
const PAUSES = [2_000, 10_000, MINUTE_MS]

const nameOf = (userId: string) => `owed-flags:${userId}`
const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

let owner: string | undefined
let owed: readonly Flag[] = []
/** Flags set here, sent or not: a concurrent response must not reset a flag. */
const raised = new Set<Flag>()
const underway = new Set<Flag>()

export const raise = (record: UserRecord, flags: Iterable<Flag>): UserRecord => ({
  ...record,
  user: { ...record.user, ...Object.fromEntries([...flags].map((flag) => [flag, true])) },
})

/** A record for this device: flags that were set here stay set. */
const withFlags = (record: UserRecord) => (record.user.id === owner ? raise(record, raised) : record)

/** Retries with backoff, a limited number of times; returns whether it succeeded. */
export async function insist(attempt: () => Promise<boolean>, worthwhile: () => boolean, pause = pauseFor): Promise<boolean> {
  for (const wait of [0, ...PAUSES]) {
    if (wait > 0) await pause(wait)
    if (!worthwhile()) return false
    if (await attempt()) return true
  }
  return false
}

const keepOwed = (userId: string) => soonWritten(owed.length > 0 ? storage.set(nameOf(userId), owed) : storage.remove(nameOf(userId)))

/** Reads this user's unsent flags from the device. */
async function recallFlags(userId: string) {
  if (owner === userId) return
  const kept = (await storage.get<Flag[]>(nameOf(userId))) ?? []
  forgetFlags()
  owner = userId
  owed = kept.filter((flag) => flag in confirmations)
  for (const flag of owed) raised.add(flag)
}

/** Of this session only; unsent flags stay on the device for the next one. */
function forgetFlags() {
  owner = undefined
  owed = []
  raised.clear()
}

async function wipeFlags(userId: string) {
  forgetFlags()
  await storage.remove(nameOf(userId))
}

async function owe(flag: Flag) {
  raised.add(flag)
  if (!owner || owed.includes(flag)) return
  owed = [...owed, flag]
  await keepOwed(owner)
}

async function confirm(flag: Flag) {
  const debtor = owner
  const stillOwed = () => owner !== undefined && owner === debtor && owed.includes(flag)
  if (underway.has(flag)) return
  underway.add(flag)
  await insist(async () => {
    const { value: record, error } = await specified(confirmations[flag])
    // Whatever the error, the unsent flag is stored and retried.
    if (error) return false
    if (!debtor || !stillOwed()) return true
    owed = owed.filter((one) => one !== flag)
    await keepOwed(debtor)
    await setUserRecord(record)
    return true
  }, stillOwed)
  underway.delete(flag)
}

/** Sends the unsent flags. Not awaited. */
function confirmOwed() {
  for (const flag of owed) void confirm(flag)
}

/** Optimistic update: a flag is true here at once, then sent to the server. */
export async function raiseFlag(flag: Flag) {
  await owe(flag)
  const record = queryClient.getQueryData(userQuery.queryKey)
  if (record) await setUserRecord(record)
  confirmOwed()
}

/** Unsent flags stay on the device when a session expires. */
export const flagHooks: SessionHooks = {
  adjust: withFlags,
  begin: recallFlags,
  resume: confirmOwed,
  end: forgetFlags,
  wipe: wipeFlags,
}
