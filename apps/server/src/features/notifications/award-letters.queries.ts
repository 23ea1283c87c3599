import type { Visibility } from '@reflet/contract/awards'
import { toLocale } from '@reflet/contract/common'
import { sql } from 'drizzle-orm'
import { rows } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { type AwardTypeRow, awardTypeName } from '../awards/types.queries.ts'
import { type Addressee, choicesUrl, type Letter, type Message } from './letter.ts'

type GivenRow = Pick<AwardTypeRow, 'catalogue_key' | 'names'> & { giver: string; visibility: Visibility }

/** To whom a colleague thanked; null when it was taken back, or the colleague has left meanwhile. */
export async function awardLetter(platform: Platform, message: Message, addressee: Addressee): Promise<Letter | null> {
  const [award] = await rows<GivenRow>(
    platform.db,
    sql`select concat_ws(' ', g.first_name, g.last_name) as giver, a.visibility, t.catalogue_key, t.names
      from awards a
      join award_types t on t.company_id = a.company_id and t.id = a.type_id
      join users g on g.company_id = a.company_id and g.id = a.giver_id
      where a.company_id = ${message.company_id} and a.id = ${message.award_id}`,
  )
  if (!award) return null
  const locale = toLocale(addressee.locale)
  const unsubscribe = choicesUrl(platform)
  return {
    to: addressee.email,
    unsubscribeUrl: unsubscribe,
    view: {
      kind: 'award',
      locale,
      first_name: addressee.first_name,
      giver: award.giver,
      type: awardTypeName(award, locale),
      visibility: award.visibility,
      link: `${platform.publicUrl()}/award?id=${message.award_id}`,
      unsubscribe,
    },
  }
}
