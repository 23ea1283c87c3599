import { EDIT_WINDOW_HOURS, type FeedbackStatus } from '@reflet/contract/answers'
import { ADMINISTERED_DAYS, COUNTING_DAYS, NEW_ASKER_DAYS } from '@reflet/contract/counting'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { type Of, type Sql, sql, type Value } from '../../db/sql.ts'

/** Answers given before this time can no longer be edited. */
export const editableSince = (now: Date) => new Date(now.getTime() - EDIT_WINDOW_HOURS * HOUR_MS)

export const editableUntil = (answeredAt: Date) => new Date(answeredAt.getTime() + EDIT_WINDOW_HOURS * HOUR_MS)

/** For how many days the mailbox of an address may confirm or delete an answer that came by a copied link. */
const VERIFIABLE_DAYS = 30

export const verifiableSince = (now: Date) => new Date(now.getTime() - VERIFIABLE_DAYS * DAY_MS)

interface Feedback {
  readonly status: FeedbackStatus
  readonly expires_at: Date
  readonly answered_at: Date | null
  /** A released confidential answer: an edit now would show which one it is. */
  readonly shown: boolean
  /** Declining can be taken back: it was requested, and the request is not cancelled. */
  readonly reopenable: boolean
}

/** Which actions the giver has on a feedback now. The same rules as the SQL below; answers.test.ts compares them. */
export function abilities(feedback: Feedback, now: Date) {
  const open = feedback.status === 'pending' && feedback.expires_at > now
  return {
    answer: open,
    decline: open,
    reopen: feedback.status === 'declined' && feedback.reopenable && feedback.expires_at > now,
    edit: feedback.status === 'answered' && !feedback.shown && feedback.answered_at !== null && feedback.answered_at > editableSince(now),
  }
}

/** `abilities().answer` as SQL, over `feedbacks f` and `requests r`. */
export const mayAnswer = (now: Value) => sql`f.status = 'pending' and r.expires_at > ${now}::timestamptz`

/** `Feedback.shown` as SQL, over `feedbacks f`. */
export const isShown = sql`(f.confidential and f.released_at is not null)`

/** Whether its giver deleted the answer, over `feedbacks f`. */
export const isWithdrawn = sql`(f.status = 'declined' and f.withdrawn_at is not null)`

/** `Feedback.reopenable` as SQL, over `requests r`. */
export const isReopenable = sql`(r.cancelled_at is null and r.kind in ('asked', 'recurring'))`

/** `abilities().edit` as SQL, over `feedbacks f`. */
export const mayEdit = (editableSince: Value) => sql`f.status = 'answered' and not ${isShown}
  and f.answered_at > ${editableSince}::timestamptz`

const HOURS_PER_DAY = DAY_MS / HOUR_MS
/** In hours: a day of the database's time zone may have 23. */
const since = (now: Value, days: number) => sql`${now} - interval '${sql.raw(String(days * HOURS_PER_DAY))} hours'`

/** Whether the account of the colleague `person` is theirs for some time: no administrator has just made it. */
export const isSettled = (person: Sql, now: Value): Sql =>
  sql`coalesce(greatest(${person}.activated_at, ${person}.access_changed_at) <= ${since(now, COUNTING_DAYS)}
    and ${person}.activated_at is not null, false)`

/**
 * Whether in confidential requests of `asker` only those count who are settled: the asker can have made the others (who administers the
 * company, or did lately), or can be an account that was just made (docs/PRODUCT.md, "Confidentiality"). In a new company every account is new.
 */
export const needsSettled = (asker: Sql, now: Value): Sql =>
  sql`(${asker}.role = 'admin' or coalesce(${asker}.administered_until > ${since(now, ADMINISTERED_DAYS)}, false)
    or coalesce(greatest(${asker}.activated_at, ${asker}.reactivated_at) > ${since(now, NEW_ASKER_DAYS)}, true)
      and exists (select from companies
        where company_id = ${asker}.company_id and created_at <= ${since(now, COUNTING_DAYS)}))`

/** Authorization of the giver: the employee, or the guest of a link. */
export interface Giver {
  readonly companyId: string
  /** Set for an employee. */
  readonly userId: string | null
  /** Set for a guest: the recipient that the link is scoped to, and the guest. */
  readonly recipientId: string | null
  readonly guestId: string | null
  /** By a link that the requester copied: the answer is unverified. */
  readonly copied?: boolean
  /** Of a guest, as the receiver entered it for this request. */
  readonly name?: { readonly first_name: string; readonly last_name: string }
}

/**
 * Restricts `feedbacks f` to named answers that their receiver may read: also the only ones that are shared, thanked and rated. The
 * words of confidential answers are read group by group (`confidential.queries.ts`).
 */
export const isNamedAnswer = sql`f.status = 'answered' and f.released_at is not null and not f.confidential`

/** Restricts `feedbacks f` to the named answers that this person received. */
export const isReceived = ({ companyId, userId }: { readonly companyId: Value; readonly userId: Value }): Sql =>
  sql`f.company_id = ${companyId} and f.receiver_id = ${userId} and ${isNamedAnswer}`

/** A guest's name as stored in news items. */
export const guestName = ({ name }: Giver) => ({ guest_first_name: name?.first_name ?? null, guest_last_name: name?.last_name ?? null })

/** Restricts `feedbacks f` to what a giver may see; everything else is not found. */
export const isGiver = ({ company_id, user_id, recipient_id }: Of<ReturnType<typeof giverValues>>) =>
  sql`f.company_id = ${company_id} and (f.giver_id = ${user_id}::uuid or f.recipient_id = ${recipient_id}::uuid)`

export const giverValues = (giver: Giver) => ({
  company_id: giver.companyId,
  user_id: giver.userId,
  recipient_id: giver.recipientId,
})
