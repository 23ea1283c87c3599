import type { Outgoing } from './outbox.ts'
import { storage } from './storage.ts'

/** An answer as versions queued it that knew no other kind. */
interface EarlierAnswer {
  readonly id: string
  readonly answer: { readonly situation?: string | null; readonly keep?: string | null; readonly improve?: string | null }
  readonly requester: string
  readonly skill: string
  readonly group_id: string
  readonly written_at: string
  readonly problem: string | null
}

/** Moves what an earlier version queued on this device into the queue of this one. */
export async function takeOver(userId: string, prefix: string): Promise<void> {
  const before = `draft:${userId}:waiting:`
  const names = (await storage.keys()).filter((name) => name.startsWith(before))
  const kept = await Promise.all(names.map((name) => storage.get<EarlierAnswer>(name)))
  const answers = kept.flatMap((one) => one ?? []).sort((a, b) => a.written_at.localeCompare(b.written_at))
  for (const [place, { id, answer, requester, skill, group_id, written_at, problem }] of answers.entries()) {
    const { situation, keep, improve } = answer
    const words = { ...answer, situation: situation ?? '', keep: keep ?? '', improve: improve ?? '' }
    const item: Outgoing = {
      kind: 'answer',
      id,
      body: answer,
      people: [requester],
      about: [skill],
      restores: { path: `/answer?group=${group_id}`, drafts: [{ key: `answer:${id}`, value: words }] },
      written_at,
      // Before all that is written from now on.
      order: place - answers.length,
      problem,
    }
    await storage.set(prefix + id, item)
    if ((await storage.get(prefix + id)) !== null) await storage.remove(before + id)
  }
}
