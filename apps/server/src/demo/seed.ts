import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { insert, type Queryable, rows, sql } from '../db/index.ts'
import { insertCompany } from '../features/companies/creation.commands.ts'
import { TERMS_VERSION } from '../features/legal/legal.queries.ts'
import { indexPeople } from '../features/search-index/search-index.ts'
import type { Vault } from '../platform/crypto.ts'
import { hashPassword } from '../platform/passwords.ts'
import { tellAdministration } from './administration.ts'
import { tellAwards } from './awards.ts'
import { tellEarnable, tellEarned } from './badges.ts'
import { tellCoffee } from './coffee.ts'
import { tellEvents } from './events.ts'
import peopleByCompany from './people.json' with { type: 'json' }
import { type Random, seededRandom } from './random.ts'
import { tellRecurrences } from './recurrences.ts'
import { tellRelations } from './relations.ts'
import type { Row } from './rows.ts'
import { type DemoPerson, type DemoSkill, tellStory } from './story.ts'
import texts from './texts.json' with { type: 'json' }
import { manage, settleTries, tellThanks } from './thanks.ts'

export const DEMO_PASSWORD = 'reflet-demo'

/** The accounts that the README and the start message list. */
export const DEMO_ACCOUNTS = [
  { email: 'camille@nova.example', about: 'employee, French, with pending and unread feedback' },
  { email: 'amir@nova.example', about: 'employee, Arabic' },
  { email: 'greta@nova.example', about: 'employee, German' },
  { email: 'sofia@nova.example', about: 'employee, Spanish' },
  { email: 'oliver@nova.example', about: 'manager of the four, English' },
  { email: 'admin@nova.example', about: 'administrator' },
  { email: 'new@nova.example', about: 'new, before the onboarding' },
  { email: 'luc@lune.example', about: 'employee of another company' },
  { email: 'admin@lune.example', about: 'administrator of the other company' },
] as const

const COMPANIES = [
  { code: 'nova', name: 'Atelier Nova', badges_active: true },
  { code: 'lune', name: 'Banque Lune', badges_active: false },
] as const

/** Both companies are French, so their departments have French names. */
const DEPARTMENTS: Record<string, string> = {
  design: 'Design',
  engineering: 'Ingénierie',
  sales: 'Commercial et marketing',
  support: 'Support client',
  people: 'Ressources humaines',
  finance: 'Finance',
}

/** Thanks, recurring requests and badges use a random sequence of their own, so that the rest of the demo data does not change. */
const THANKS_SEED = 45
const RECURRENCES_SEED = 7
const ADMINISTRATION_SEED = 12
const BADGES_SEED = 13
/** PostgreSQL's limit of parameters per statement is 65,535. */
const CHUNK = 1_000
const TIME_ZONES: Record<Locale, string> = {
  fr: 'Europe/Paris',
  en: 'Europe/London',
  ar: 'Africa/Cairo',
  de: 'Europe/Berlin',
  es: 'Europe/Madrid',
}

/**
 * Creates the demo companies (docs/PRODUCT.md, "Demo and production") when there is no company yet, in one transaction; returns whether it
 * did.
 */
export async function seedDemo(db: Queryable, vault: Vault, now: Date): Promise<boolean> {
  const [existing] = await rows(db, {}, sql`select from companies limit 1`)
  if (existing) return false
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (tx) => {
    for (const [index, company] of COMPANIES.entries()) {
      await seedCompany(tx, vault, now, company, passwordHash, seededRandom(index + 1))
    }
  })
  // Without statistics the joins of the new rows take seconds.
  await db.execute(sql`analyze requests, recipients, feedbacks, users`)
  return true
}

async function seedCompany(
  db: Queryable,
  vault: Vault,
  now: Date,
  { code, name, badges_active }: (typeof COMPANIES)[number],
  passwordHash: string,
  random: Random,
): Promise<void> {
  const start = new Date(now.getTime() - 220 * DAY_MS)
  // No quiet hours: demo mails are sent at any time of day.
  const quiet = { quiet_from: null, quiet_until: null }
  const made = await insertCompany(db, vault, { code, name, badges_active, ...quiet, locale: 'fr' }, start, () => random.id(start))
  const { company_id, wrapped_key, skills: skillRows, types } = made
  const people = await insertPeople(db, company_id, code, start, passwordHash, random)
  const demoSkills: DemoSkill[] = skillRows.map(({ id, category }) => ({ id, category }))

  const seal = vault.sealOf(company_id, wrapped_key)
  const company = { companyId: company_id, people, now, seal }
  const story = tellStory({ ...company, skills: demoSkills, random })
  await insertAll(db, { user_skills: story.userSkills, self_evaluations: story.selfEvaluations, guests: story.guests })
  const regular = tellRecurrences({ ...company, story, random: seededRandom(RECURRENCES_SEED) })
  await insertAll(db, { recurrences: regular.recurrences, recurrence_skills: regular.skills, recurrence_members: regular.members })
  await insertAll(db, { requests: story.requests, recipients: story.recipients })
  const said = tellThanks({ ...company, feedbacks: story.feedbacks, random: seededRandom(THANKS_SEED) })
  await insertAll(db, { feedbacks: said.feedbacks })
  await settleTries(db, company_id, now)
  await manage(db, company_id, people)
  await insertAll(db, { shared_answers: said.shared, newsfeed: [...story.news, ...said.news] })

  const relations = tellRelations({ ...company, outsiders: story.guests, start, random })
  await insertAll(db, { contacts: relations.contacts, contact_groups: relations.groups, contact_group_members: relations.members })

  const thanks = tellAwards({ ...company, types, random })
  await insertAll(db, { awards: thanks.awards, newsfeed: thanks.news })

  const talks = tellCoffee({ ...company, tokenOf: (id: string) => vault.deriveToken('coffee', id) })
  await insertAll(db, { coffee_requests: talks.coffees, coffee_slots: talks.slots, newsfeed: talks.news })

  const chosen = new Map(demoSkills.map((skill) => [skill.id, skill]))
  const skillsOf = (person: DemoPerson) =>
    story.userSkills.flatMap(({ user_id, skill_id }) => (user_id === person.id ? (chosen.get(skill_id) ?? []) : []))
  const held = tellEvents({ ...company, skillsOf, guests: story.guests, random, vault })
  await insertAll(db, { requests: held.requests, events: held.events, event_skills: held.skills })
  await insertAll(db, { recipients: held.recipients, feedbacks: held.feedbacks })

  if (badges_active) {
    const { userSkills, feedbacks } = story
    const chance = seededRandom(BADGES_SEED)
    const earned = tellEarned({ ...company, skills: demoSkills, userSkills, feedbacks, random: chance })
    await insertAll(db, { requests: earned.requests, recipients: earned.recipients, feedbacks: earned.feedbacks })
    await insertAll(db, { newsfeed: await tellEarnable(db, company_id, people, now, chance) })
  }

  const administration = tellAdministration({ ...company, random: seededRandom(ADMINISTRATION_SEED) })
  await insertAll(db, { audit_log: administration.entries })
  for (const { id, at } of administration.seen) {
    await db.execute(sql`update users set last_seen_at = ${at} where company_id = ${company_id} and id = ${id}`)
  }
  if (code !== 'nova') return
  const { run, lines, errors } = administration
  await insertAll(db, { people_imports: [run], people_import_lines: lines, people_import_errors: errors })
}

async function insertPeople(
  db: Queryable,
  company_id: string,
  code: 'nova' | 'lune',
  start: Date,
  password_hash: string,
  random: Random,
): Promise<DemoPerson[]> {
  const people = peopleByCompany[code].map((person) => {
    const locale = person.locale as Locale
    const titles = texts[locale].job_titles as Record<string, string>
    return {
      company_id,
      id: random.id(start),
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      job_title: titles[person.job] ?? person.job,
      department: DEPARTMENTS[person.department] ?? person.department,
      locale,
      time_zone: TIME_ZONES[locale],
      role: person.role,
      registration_number: person.registration_number,
      password_hash,
      activated_at: start,
      ...(!person.email.startsWith('new@') && { onboarding_step: 'finished', terms_version: TERMS_VERSION }),
      is_onboarding_finished: !person.email.startsWith('new@'),
      is_onboarding_dashboard_finished: !person.email.startsWith('new@'),
      is_onboarding_answer_finished: !person.email.startsWith('new@'),
      created_at: start,
    }
  })
  await insert(db, 'users', people)
  await indexPeople(db, company_id, people)
  return people
}

async function insertAll(db: Queryable, tables: Readonly<Record<string, readonly Row[]>>): Promise<void> {
  for (const [table, values] of Object.entries(tables)) {
    for (let from = 0; from < values.length; from += CHUNK) await insert(db, table, values.slice(from, from + CHUNK))
  }
}
