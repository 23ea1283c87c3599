import type { PushPayload, PushType } from '@reflet/contract/push'
import { type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { livesAt } from '../../platform/session.ts'
import { type MessageView, subjectOf } from './mails/render.ts'
import { messageColumns, withoutBundleRow } from './message.ts'
import { contentOf } from './notifications.queries.ts'

/** A message and its target device. */
const deviceMessageRow = {
  ...withoutBundleRow,
  type: t.oneOf<PushType>(),
  token_id: t.uuid,
  sealed_token: t.bytes,
  wrapped_key: t.bytes,
  /** How many other messages this person was sent since they last opened the app. */
  unseen: t.int,
}
export type DeviceMessage = RowOf<typeof deviceMessageRow>

/** The subject of one push; undefined when its device's session has ended or its person was deactivated. */
export async function deviceMessageOf(platform: Platform, companyId: string, pushId: string): Promise<DeviceMessage | undefined> {
  const [row] = await rows(
    platform.db,
    deviceMessageRow,
    sql`select ${messageColumns}, pt.type, pt.id as token_id, pt.sealed_token, c.wrapped_key, (
        select count(distinct other.message_id)::int from push_tokens device
          join pushes other on other.company_id = device.company_id and other.token_id = device.id
            and other.message_id <> pu.message_id and other.last_error is null
            and other.sent_at > coalesce(u.pushes_seen_at, '-infinity')
          where device.company_id = u.company_id and device.user_id = u.id) as unseen
      from pushes pu
      join outbox o on o.company_id = pu.company_id and o.id = pu.message_id
      join push_tokens pt on pt.company_id = pu.company_id and pt.id = pu.token_id
      join companies c on c.company_id = pu.company_id and c.suspended_at is null
      join sessions s on s.company_id = pt.company_id and s.id = pt.session_id and ${livesAt(platform.clock())}
      join users u on u.company_id = pt.company_id and u.id = pt.user_id and u.deactivated_at is null
      where pu.company_id = ${companyId} and pu.id = ${pushId}`,
  )
  return row
}

/** A message with a count: a newer one replaces it. */
const TOTALS: ReadonlySet<MessageView['kind']> = new Set(['answered', 'self_evaluation', 'growth', 'badge_earnable'])

/** A guest without a name is shown by address in a mail; on a device, only by the part before the @. */
const withoutAddresses = (line: string) => line.replace(/(?<=\S)@[\p{L}\p{N}.-]+/gu, '')

/** What a device shows, from the current state of the database; null when there is nothing (left) to show. */
export async function payloadOf(platform: Platform, message: DeviceMessage): Promise<PushPayload | null> {
  const content = await contentOf(platform, { ...message, bundle_key: null }, 'push')
  if (!content) return null
  const { view, feedbackId } = content
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
