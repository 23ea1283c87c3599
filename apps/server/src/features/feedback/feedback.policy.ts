import { EDIT_WINDOW_HOURS, type FeedbackStatus } from '@reflet/contract/groups'
import { sql } from 'drizzle-orm'

/** The moment before which an answer can no longer be changed. */
export const editableSince = (now: Date) => new Date(now.getTime() - EDIT_WINDOW_HOURS * 3_600_000)

export const editableUntil = (answeredAt: Date) => new Date(answeredAt.getTime() + EDIT_WINDOW_HOURS * 3_600_000)

interface Feedback {
  readonly status: FeedbackStatus
  readonly expires_at: Date
  readonly answered_at: Date | null
  /** A confidential answer that its receiver can read: a change now would show which one it is. */
  readonly shown: boolean
}

/** What the giver may do with a feedback now. The same rules as the SQL below; one test holds them together. */
export function abilities(feedback: Feedback, now: Date) {
  const open = feedback.status === 'pending' && feedback.expires_at > now
  return {
    answer: open,
    decline: open,
    edit: feedback.status === 'answered' && !feedback.shown && feedback.answered_at !== null && feedback.answered_at > editableSince(now),
  }
}

/** `abilities().answer` as SQL, over `feedbacks f` and `requests r`. */
export const mayAnswer = sql`f.status = 'pending' and r.expires_at > ${sql.placeholder('now')}::timestamptz`

/** `Feedback.shown` as SQL, over `feedbacks f`. */
export const isShown = sql`(f.confidential and f.released_at is not null)`

/** `abilities().edit` as SQL, over `feedbacks f`. */
export const mayEdit = sql`f.status = 'answered' and not ${isShown} and f.answered_at > ${sql.placeholder('editable_since')}::timestamptz`

/** Whose feedback it is to answer: the employee's own, or the one behind a guest's link. */
export interface Giver {
  readonly companyId: string
  /** Set for an employee. */
  readonly userId: string | null
  /** Set for a guest: the group that the link is scoped to, and who it was sent to. */
  readonly recipientId: string | null
  readonly guestId: string | null
  /** Of a guest, as the receiver typed it for this request. */
  readonly name?: { readonly first_name: string; readonly last_name: string }
}

/** A guest's name as their news carries it. */
export const guestName = ({ name }: Giver) => ({ guest_first_name: name?.first_name ?? null, guest_last_name: name?.last_name ?? null })

/** Restricts `feedbacks f` to what a giver may see at all; everything else looks as if it did not exist. */
export const isGiver = sql`f.company_id = ${sql.placeholder('company_id')} and (
    f.giver_id = ${sql.placeholder('user_id')}::uuid or f.recipient_id = ${sql.placeholder('recipient_id')}::uuid)`

export const giverValues = (giver: Giver) => ({
  company_id: giver.companyId,
  user_id: giver.userId,
  recipient_id: giver.recipientId,
})
