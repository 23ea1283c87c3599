import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { hashToken } from '../platform/crypto.ts'
import texts from './awards.json' with { type: 'json' }
import type { Row } from './rows.ts'
import type { DemoSetting } from './story.ts'

type Setting = DemoSetting & { readonly types: readonly { id: string; catalogue_key: string }[] }

/** Their news items are read. */
const READ_AFTER_DAYS = 5

/** Who thanked whom for what, in the giver's language; an award without a message needs no text. */
export function tellAwards({ companyId: company_id, people, types, now, random, seal }: Setting) {
  const rows = { awards: [] as Row[], news: [] as Row[] }
  const byName = new Map(people.map((person) => [person.email.split('@')[0], person]))
  for (const { from, to, type, days_ago, visibility, message } of texts) {
    const [giver, receiver] = [byName.get(from), byName.get(to)]
    const type_id = types.find(({ catalogue_key }) => catalogue_key === type)?.id
    if (!giver || !receiver || !type_id) continue
    const created_at = new Date(now.getTime() - days_ago * DAY_MS - random.below(6) * HOUR_MS)
    const id = random.id(created_at)
    rows.awards.push({
      company_id,
      id,
      giver_id: giver.id,
      receiver_id: receiver.id,
      type_id,
      sealed_message: seal.seal(message, 'awards.sealed_message', id),
      visibility,
      idempotency_key: `demo-${id}`,
      content_hash: hashToken(id),
      created_at,
    })
    rows.news.push({
      company_id,
      id: random.id(created_at),
      user_id: receiver.id,
      kind: 'award_received',
      actor_id: giver.id,
      award_id: id,
      created_at,
      read_at: days_ago > READ_AFTER_DAYS ? created_at : null,
    })
  }
  return rows
}
