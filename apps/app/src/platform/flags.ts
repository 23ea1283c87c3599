import { people, type UserRecord } from '@reflet/contract/people'
import { specified } from './client.ts'
import { storage } from './storage.ts'

/** The flags of specification §4, and the calls that confirm them. */
const confirmations = {
  is_onboarding_finished: people.onboardingFinished,
  is_onboarding_dashboard_finished: people.onboardingDashboardFinished,
  is_onboarding_answer_finished: people.onboardingAnswerFinished,
  is_onboarding_badge_finished: people.onboardingBadgeFinished,
}
export type Flag = keyof typeof confirmations

/** Before each further try, in milliseconds. After the last one the debt waits for the next start, network or login. */
const PAUSES = [2_000, 10_000, 60_000]

const nameOf = (userId: string) => `owed-flags:${userId}`
const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

let owner: string | undefined
let owed: readonly Flag[] = []
/** Set here, confirmed or not: an answer that was under way meanwhile must not take a flag back. */
const raised = new Set<Flag>()
const underway = new Set<Flag>()

export const raise = (record: UserRecord, flags: Iterable<Flag>): UserRecord => ({
  ...record,
  user: { ...record.user, ...Object.fromEntries([...flags].map((flag) => [flag, true])) },
})

/** A record as this device must show it: what was set here stays set. */
export const withFlags = (record: UserRecord) => (record.user.id === owner ? raise(record, raised) : record)

/** Tries until it works, a few times with longer and longer pauses; whether it did. */
export async function insist(attempt: () => Promise<boolean>, worthwhile: () => boolean, pause = pauseFor): Promise<boolean> {
  for (const wait of [0, ...PAUSES]) {
    if (wait > 0) await pause(wait)
    if (!worthwhile()) return false
    if (await attempt()) return true
  }
  return false
}

const keepOwed = async (userId: string) => (owed.length > 0 ? storage.set(nameOf(userId), owed) : storage.remove(nameOf(userId)))

/** Reads what this user's device still owes the server. */
export async function recallFlags(userId: string) {
  if (owner === userId) return
  const kept = (await storage.get<Flag[]>(nameOf(userId))) ?? []
  forgetFlags()
  owner = userId
  owed = kept.filter((flag) => flag in confirmations)
  for (const flag of owed) raised.add(flag)
}

/** Of this session only; what is owed stays on the device for the next one. */
export function forgetFlags() {
  owner = undefined
  owed = []
  raised.clear()
}

export async function wipeFlags(userId: string) {
  forgetFlags()
  await storage.remove(nameOf(userId))
}

export async function owe(flag: Flag) {
  raised.add(flag)
  if (!owner || owed.includes(flag)) return
  owed = [...owed, flag]
  await keepOwed(owner)
}

async function confirm(flag: Flag, keep: (record: UserRecord) => Promise<void>) {
  const debtor = owner
  const stillOwed = () => owner !== undefined && owner === debtor && owed.includes(flag)
  if (underway.has(flag)) return
  underway.add(flag)
  await insist(async () => {
    const { value: record, error } = await specified(confirmations[flag])
    // Whatever the reason, the debt is kept and tried again.
    if (error) return false
    if (!debtor || !stillOwed()) return true
    owed = owed.filter((one) => one !== flag)
    await keepOwed(debtor)
    await keep(record)
    return true
  }, stillOwed)
  underway.delete(flag)
}

/** Confirms what is owed; nobody waits for it. `keep` receives the record that the server answers. */
export function payFlags(keep: (record: UserRecord) => Promise<void>) {
  for (const flag of owed) void confirm(flag, keep)
}
