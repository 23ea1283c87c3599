import type { Visibility } from '@reflet/contract/awards'
import { rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { awardTypeName, awardTypeRow } from '../awards/types.queries.ts'
import { type Addressee, type Message, type MessageContent, toEmployee } from './message.ts'

const givenRow = {
  giver: t.text,
  visibility: t.oneOf<Visibility>(),
  catalogue_key: awardTypeRow.catalogue_key,
  names: awardTypeRow.names,
}

/** A notification of an award to its receiver; null when it was revoked, or the giver has left. */
export async function awardMessage(platform: Platform, message: Message, addressee: Addressee): Promise<MessageContent | null> {
  const [award] = await rows(
    platform.db,
    givenRow,
    sql`select concat_ws(' ', giver.first_name, giver.last_name) as giver, a.visibility, ty.catalogue_key, ty.names
      from awards a
      join award_types ty on ty.company_id = a.company_id and ty.id = a.type_id
      join users giver on giver.company_id = a.company_id and giver.id = a.giver_id
      where a.company_id = ${message.company_id} and a.id = ${message.award_id}`,
  )
  if (!award) return null
  const { head, common } = toEmployee(platform, addressee, `/award?id=${message.award_id}`)
  const { giver, visibility } = award
  return { ...head, view: { kind: 'award', ...common, giver, type: awardTypeName(award, common.locale), visibility } }
}
