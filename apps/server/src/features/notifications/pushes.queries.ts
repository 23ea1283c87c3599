import type { PushPayload, PushType } from '@reflet/contract/push'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { livesAt } from '../../platform/session.ts'
import { type Message, messageColumns } from './letter.ts'
import { type MessageView, subjectOf } from './mails/render.ts'
import { letterOf } from './notifications.queries.ts'

/** A message and the device that it is for. */
export interface DeviceMessage extends Omit<Message, 'bundle_key'> {
  type: PushType
  token_id: string
  sealed_token: Buffer
  wrapped_key: Buffer
  /** How many other messages this person was sent since they last looked. */
  unseen: number
}

/** What one push is about; undefined when its device's session has ended or its person was deactivated. */
export async function deviceMessageOf(platform: Platform, companyId: string, pushId: string): Promise<DeviceMessage | undefined> {
  const [row] = await rows<DeviceMessage>(
    platform.db,
    sql`select ${messageColumns}, t.type, t.id as token_id, t.sealed_token, c.wrapped_key, (
        select count(distinct p2.message_id)::int from push_tokens t2
          join pushes p2 on p2.company_id = t2.company_id and p2.token_id = t2.id and p2.message_id <> p.message_id
            and p2.last_error is null and p2.sent_at > coalesce(u.pushes_seen_at, '-infinity')
          where t2.company_id = u.company_id and t2.user_id = u.id) as unseen
      from pushes p
      join outbox o on o.company_id = p.company_id and o.id = p.message_id
      join push_tokens t on t.company_id = p.company_id and t.id = p.token_id
      join sessions s on s.company_id = t.company_id and s.id = t.session_id and ${livesAt(sql`${platform.clock()}`)}
      join users u on u.company_id = t.company_id and u.id = t.user_id and u.deactivated_at is null
      join companies c on c.company_id = p.company_id
      where p.company_id = ${companyId} and p.id = ${pushId}`,
  )
  return row
}

/** A message that says how many of something wait: a newer one says it all. */
const TOTALS: ReadonlySet<MessageView['kind']> = new Set(['answered', 'self_evaluation'])

/** A guest without a name goes by the address in a mail; on its way to a device, only by what stands before the @. */
const withoutAddresses = (line: string) => line.replace(/(?<=\S)@[\p{L}\p{N}.-]+/gu, '')

/** What a device shows, from what the database says now; null when there is nothing (left) to say. */
export async function payloadOf(platform: Platform, message: DeviceMessage): Promise<PushPayload | null> {
  const letter = await letterOf(platform, { ...message, bundle_key: null }, 'push')
  if (!letter) return null
  const { view, feedbackId } = letter
  return {
    title: 'Reflet',
    body: withoutAddresses(subjectOf(view)),
    locale: view.locale,
    link: view.link.slice(platform.publicUrl().length),
    data: { item: message.kind, selectedFeedbackId: feedbackId ?? null },
    badge: message.unseen + 1,
    tag: TOTALS.has(view.kind) ? view.kind : message.id,
  }
}
