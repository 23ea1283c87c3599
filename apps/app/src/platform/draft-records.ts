import { quick } from './quick.ts'
import { storage } from './storage.ts'

/** The records of drafts on the device. Separate from `useDraft`: the first screen ends sessions and shows no draft. */
export const DRAFT_PREFIX = 'draft:'

export async function eraseDraft(name: string) {
  quick.set(name, null)
  await storage.remove(name)
}

/** The names of all drafts on this device. */
export const draftNames = async () => [...(await storage.keys()), ...quickNames()].filter((name) => name.startsWith(DRAFT_PREFIX))

/** The end of a session for good deletes all drafts of this person from the device. */
export async function wipeDrafts(userId: string) {
  const mine = `${DRAFT_PREFIX}${userId}:`
  const names = (await draftNames()).filter((name) => name.startsWith(mine))
  await Promise.all(names.map(eraseDraft))
}

function quickNames() {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
