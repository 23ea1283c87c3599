import type { SharedAnswer } from '@reflet/contract/sharing'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { bundledUntil } from '../messages/bundle.ts'
import { notify } from '../messages/notify.ts'
import { readDone } from '../messages/unread.ts'
import { getShared, nowShared } from './sharing.queries.ts'

/** Marks answers that are shared with the viewer as seen, with the news of them; ids of others change nothing. Idempotent. */
export async function seeShared({ db, clock }: Platform, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const now = clock()
  const news = sql`n.company_id = shown.company_id and n.user_id = ${viewer.userId} and n.feedback_id = shown.feedback_id`
  await db.execute(sql`with shown as materialized (${nowShared(viewer, ids)}),
      known as (${readDone('answer_shared', sql`shown`, news, sql`${now}::timestamptz`)})
    update shared_answers sa set seen_at = ${now} from shown
    where sa.company_id = shown.company_id and sa.feedback_id = shown.feedback_id and sa.seen_at is null`)
}

const sharedRow = {
  company_id: t.uuid,
  owner_id: t.uuid,
  skill_id: t.uuid,
  note_id: nullable(t.uuid),
  has_words: t.bool,
  feedback_id: t.uuid,
}

/**
 * Thanks the owner of an answer that is shared with the viewer, or writes them a note; the next one replaces it. Only its owner and the
 * viewer read it, and no manager after the viewer. The owner is notified the first time, and when words are added to a thank-you.
 * @throws not_found when the answer is not shared with the viewer, no longer shared, or when another person is the manager now
 */
export async function noteShared(platform: Platform, viewer: Viewer, id: string, note: string | null): Promise<SharedAnswer> {
  const now = platform.clock()
  const sendAfter = bundledUntil(now)
  const noted = await platform.db.transaction(async (tx) => {
    // Serialised per manager: the words are sealed for the row that they replace.
    await lockViewer(tx, viewer)
    // Race: an answer that its owner withdraws meanwhile gets no note.
    const [shared] = await rows(
      tx,
      sharedRow,
      sql`select shown.*, mn.id as note_id, mn.sealed_note is not null as has_words
        from (${nowShared(viewer, [id])}) shown
        join shared_answers sa on sa.company_id = shown.company_id and sa.feedback_id = shown.feedback_id
        left join manager_notes mn on mn.company_id = sa.company_id and mn.feedback_id = sa.feedback_id
          and mn.manager_id = ${viewer.userId}
        for share of sa`,
    )
    if (!shared) throw notFound()
    const { company_id, owner_id, skill_id } = shared
    const noteId = shared.note_id ?? newId(now)
    await tx.execute(sql`insert into manager_notes
        (company_id, id, feedback_id, owner_id, manager_id, sealed_note, noted_at)
      values (${company_id}, ${noteId}, ${id}, ${owner_id}, ${viewer.userId},
        ${viewer.seal.seal(note, 'manager_notes.sealed_note', noteId)}, ${now})
      on conflict (company_id, feedback_id, manager_id) do update
        set sealed_note = excluded.sealed_note, noted_at = excluded.noted_at`)
    if (shared.note_id === null || (!shared.has_words && note !== null)) {
      await tx.execute(sql`delete from newsfeed where company_id = ${company_id} and user_id = ${owner_id}
        and feedback_id = ${id} and actor_id = ${viewer.userId} and kind = 'answer_noted'`)
      await notify(tx, now, {
        news: [{ company_id, user_id: owner_id, kind: 'answer_noted', actor_id: viewer.userId, feedback_id: id, skill_id }],
        messages: [
          {
            company_id,
            kind: 'noted',
            user_id: owner_id,
            feedback_id: id,
            bundle_key: `noted:${owner_id}:${viewer.userId}`,
            send_after: sendAfter,
          },
        ],
      })
    }
    return getShared(tx, viewer, id)
  })
  platform.wake(sendAfter)
  return noted
}
