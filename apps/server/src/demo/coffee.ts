import { DAY_MS } from '@reflet/contract/durations'
import { hashToken } from '../platform/crypto.ts'
import { nextWorkingTime } from '../platform/local-time.ts'
import texts from './coffee.json' with { type: 'json' }
import { type Random, seededRandom } from './random.ts'
import type { Row } from './rows.ts'
import type { DemoSetting } from './story.ts'

/** `tokenOf`: the link token of a coffee chat, as its mail would contain it. */
type Setting = Omit<DemoSetting, 'random'> & { readonly tokenOf: (id: string) => string }

/** A random sequence of its own, so that the rest of the demo data does not change. */
const SEED = 46

/** One accepted coffee chat and one open invitation. */
export function tellCoffee({ companyId: company_id, people, now, seal, tokenOf }: Setting) {
  const random: Random = seededRandom(SEED)
  const rows = { coffees: [] as Row[], slots: [] as Row[], news: [] as Row[] }
  const byName = new Map(people.map((person) => [person.email.split('@')[0], person]))
  for (const { from, to, days_ago, slots, chosen, minutes, place, message } of texts) {
    const [organiser, invitee] = [byName.get(from), byName.get(to)]
    if (!organiser || !invitee) continue
    const created_at = new Date(now.getTime() - days_ago * DAY_MS)
    const id = random.id(created_at)
    const times = slots.map(({ in_days, hour }) => nextWorkingTime(new Date(now.getTime() + in_days * DAY_MS), 'UTC', hour * 60))
    const accepted = chosen === null ? null : times[chosen]
    rows.coffees.push({
      company_id,
      id,
      organiser_id: organiser.id,
      user_id: invitee.id,
      sealed_place: seal.seal(place, 'coffee_requests.sealed_place', id),
      sealed_message: seal.seal(message, 'coffee_requests.sealed_message', id),
      minutes,
      status: accepted ? 'accepted' : 'pending',
      slot_at: accepted ?? null,
      token_hash: hashToken(tokenOf(id)),
      idempotency_key: `demo-${id}`,
      content_hash: hashToken(id),
      created_at,
      changed_at: created_at,
    })
    const distinct = new Map(times.map((time) => [time.getTime(), time]))
    rows.slots.push(...[...distinct.values()].map((starts_at) => ({ company_id, coffee_id: id, starts_at })))
    rows.news.push({
      company_id,
      id: random.id(created_at),
      user_id: accepted ? organiser.id : invitee.id,
      kind: accepted ? 'coffee_accepted' : 'coffee_proposed',
      actor_id: accepted ? invitee.id : organiser.id,
      coffee_id: id,
      created_at,
      read_at: accepted ? created_at : null,
    })
  }
  return rows
}
