import type { Relation } from '@reflet/contract/relations'
import type { Row } from './rows.ts'
import type { DemoPerson, DemoSetting } from './story.ts'

interface Setting extends Pick<DemoSetting, 'companyId' | 'people' | 'random'> {
  readonly outsiders: readonly { email: string; first_name: string; last_name: string }[]
  readonly start: Date
}

/** The direct reports of oliver@. */
const TEAM = ['camille@', 'amir@', 'greta@', 'sofia@']
const TEAM_NAMES: Record<string, string> = { fr: 'Mon équipe', en: 'My team', ar: 'فريقي', es: 'Mi equipo', de: 'Mein Team' }

const is = (person: DemoPerson, names: readonly string[]) => names.some((name) => person.email.startsWith(name))

/** Manager of each person. */
export const teamOf = (people: readonly DemoPerson[]) => ({
  manager: people.find((person) => is(person, ['oliver@'])),
  team: people.filter((person) => is(person, TEAM)),
})

/** The relation of `other` to `person`; the hierarchy has no cycles. */
export function relationOf(other: DemoPerson, person: DemoPerson): Relation {
  const leads = (one: DemoPerson, two: DemoPerson) => is(one, ['oliver@']) && is(two, TEAM)
  if (leads(other, person)) return 'superior'
  if (leads(person, other)) return 'lower'
  const together = is(other, TEAM) && is(person, TEAM)
  return together || (other.email.length + person.email.length) % 3 === 0 ? 'equal' : 'coworker'
}

/** Contacts of everyone: with their relation and place in the five lists, and a group. */
export function tellRelations({ companyId: company_id, people, outsiders, start, random }: Setting) {
  const rows = { contacts: [] as Row[], groups: [] as Row[], members: [] as Row[] }
  const keys = () => ({ company_id, id: random.id(start), created_at: start })
  for (const person of people) {
    if (is(person, ['new@'])) continue
    const user_id = person.id
    const others = people.filter((other) => other.id !== user_id)
    const near = others.filter((other) => ['superior', 'lower'].includes(relationOf(other, person)))
    const known = new Set([...near, ...random.sample(others, 7)])
    const added = [...known].map((other, position) => ({
      ...{ ...keys(), user_id, contact_user_id: other.id, relation: relationOf(other, person) },
      // The order within each list; the external person waits for a place.
      position,
    }))
    const { email, first_name, last_name } = random.pick(outsiders)
    rows.contacts.push(...added, { ...keys(), user_id, email, first_name, last_name, relation: 'outside', origin: 'address' })
    const group = { ...keys(), user_id, name: TEAM_NAMES[person.locale] ?? 'My team' }
    rows.groups.push(group)
    rows.members.push(...added.slice(0, 5).map(({ id }) => ({ company_id, group_id: group.id, contact_id: id })))
  }
  return rows
}
