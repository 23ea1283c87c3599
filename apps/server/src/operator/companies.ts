import { existsSync } from 'node:fs'
import { Email, fullPersonName, LOCALES, type Locale, name, personName } from '@reflet/contract/common'
import * as z from 'zod/mini'
import { rows, sql, t } from '../db/index.ts'
import { createPerson } from '../features/admin/people/people.commands.ts'
import { OPERATOR } from '../features/audit/audit.ts'
import {
  changeCompany,
  openEmergency,
  recordCommand,
  recordOperation,
  resumeCompany,
  suspendCompany,
} from '../features/companies/companies.commands.ts'
import { type CompanyRow, getCompany, listCompanies } from '../features/companies/companies.queries.ts'
import { insertCompany } from '../features/companies/creation.commands.ts'
import { deleteCompany } from '../features/companies/deletion.commands.ts'
import { newId } from '../platform/ids.ts'
import type { Platform } from '../platform/index.ts'
import type { Arguments, Command, Said } from './commands.ts'
import { exportCompany } from './company-export/export.ts'
import { Failure, Usage } from './context.ts'

const Code = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must be lower-case letters, digits and hyphens' }))
const Hours = z.string().check(z.regex(/^([1-9]|1\d|2[0-4])$/, { error: 'must be 1 to 24' }))
const TimeZone = z.string().check(z.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), { error: 'is no time zone' }))
const LocaleOption = z.enum(LOCALES, { error: `must be one of ${LOCALES.join(', ')}` })
const Flag = z.pipe(
  z.enum(['true', 'false'], { error: 'must be true or false' }),
  z.transform((value) => value === 'true'),
)

/** @throws Usage that names the option */
export function parsed<T extends z.ZodMiniType>(option: string, schema: T, value: unknown): z.output<T> {
  if (value === undefined) throw new Usage(`${option} is missing`)
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new Usage(`${option}: ${error.issues[0]?.message ?? 'invalid'}`)
  return data
}

export const codeIn = ({ positionals: [code] }: Arguments) => {
  if (code === undefined) throw new Usage('the company’s code is missing')
  return code
}

/** “camille.martin” is Camille Martin until she says otherwise. */
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const said = (company: CompanyRow): Said => ({
  data: company,
  lines: Object.entries(company).map(([key, value]) => `${key.padEnd(16)} ${value ?? '-'}`),
})

/** The link of an invitation that waits, for an operator whose mail server does not work yet. */
async function invitationLink({ db, vault, publicUrl }: Platform, userId: string): Promise<string | null> {
  const [reset] = await rows(
    db,
    { id: t.uuid },
    sql`select id from password_resets where user_id = ${userId} and kind = 'invitation' and used_at is null order by id desc limit 1`,
  )
  return reset ? `${publicUrl()}/reset-password/${vault.deriveToken('reset', reset.id)}?invitation` : null
}

const CHANGES = { name: name(120), code: Code, locale: LocaleOption, time_zone: TimeZone, badges_active: Flag } as const

export const companyCommands: Record<string, Command> = {
  'company create': {
    usage:
      '--name NAME --code CODE --locale LOCALE --admin-email ADDRESS [--admin-first-name NAME] [--admin-last-name NAME] [--time-zone ZONE] [--badges]',
    summary: 'Create a company and invite its first administrator; prints the link, and the server mails it',
    options: {
      name: text,
      code: text,
      locale: text,
      'admin-email': text,
      'admin-first-name': text,
      'admin-last-name': text,
      'time-zone': text,
      badges: flag,
    },
    async run(context, { values }) {
      const company = {
        name: parsed('--name', name(120), values.name),
        code: parsed('--code', Code, values.code),
        locale: parsed('--locale', LocaleOption, values.locale) as Locale,
        time_zone: parsed('--time-zone', TimeZone, values['time-zone'] ?? 'Europe/Paris'),
        badges_active: values.badges === true,
      }
      const email = parsed('--admin-email', Email, values['admin-email'])
      const [first = '', ...others] = (email.split('@')[0] ?? '').split(/[._-]+/).map(capital)
      const admin = {
        email,
        first_name: parsed('--admin-first-name', fullPersonName(), values['admin-first-name'] ?? first),
        last_name: parsed('--admin-last-name', personName(), values['admin-last-name'] ?? others.join(' ')),
      }
      const platform = await context.platform()
      const now = platform.clock()
      const [taken] = await rows(platform.db, {}, sql`select from users where email = ${email} and holds_address`)
      if (taken) throw new Failure(`${email} has an account in another company`)
      const { company_id } = await platform.db.transaction(async (tx) => {
        const made = await insertCompany(tx, platform.vault, company, now, () => newId(now))
        await recordOperation(tx, now, { company_id: made.company_id, code: company.code }, 'company_created')
        return made
      })
      const id = await createPerson(
        platform,
        { companyId: company_id, actor: OPERATOR },
        {
          ...admin,
          job_title: '',
          department: '',
          registration_number: null,
          locale: company.locale,
          role: 'admin',
          manager_id: null,
          invite: true,
        },
      )
      const invitation = await invitationLink(platform, id)
      return {
        data: { company: await getCompany(platform.db, company.code), administrator: { id, email }, invitation },
        lines: [`Company ${company.code} is created.`, `${email} is invited; the server mails this link:`, invitation ?? '-'],
      }
    },
  },
  'company list': {
    usage: '',
    summary: 'Every company with its people',
    async run({ database }) {
      const found = await listCompanies(database.db)
      const lines = found.map(
        ({ code, name: called, people, suspended_at }) =>
          `${code.padEnd(20)} ${String(people).padStart(7)}  ${called}${suspended_at ? '  (suspended)' : ''}`,
      )
      return { data: found, lines: lines.length > 0 ? lines : ['There is no company.'] }
    },
  },
  'company show': {
    usage: 'CODE',
    summary: 'One company',
    run: async ({ database }, given) => said(await getCompany(database.db, codeIn(given))),
  },
  'company suspend': {
    usage: 'CODE',
    summary: 'No login, sessions end, guests’ links are gone, nothing is mailed; the data stay',
    async run(context, given) {
      const platform = await context.platform()
      const company = await getCompany(platform.db, codeIn(given))
      const sessions = await suspendCompany(platform, company)
      return { data: { code: company.code, sessions }, lines: [`Company ${company.code} is suspended; ${sessions} sessions ended.`] }
    },
  },
  'company resume': {
    usage: 'CODE',
    summary: 'Let a suspended company in again',
    async run(context, given) {
      const platform = await context.platform()
      const company = await getCompany(platform.db, codeIn(given))
      await resumeCompany(platform, company)
      return { data: { code: company.code }, lines: [`Company ${company.code} is in use again.`] }
    },
  },
  'company emergency': {
    usage: 'CODE [--hours N]',
    summary: 'Administrators may log in with a password for N hours (1), when the company’s identity provider fails',
    options: { hours: text },
    async run(context, given) {
      const hours = Number(parsed('--hours', Hours, given.values.hours ?? '1'))
      const platform = await context.platform()
      const company = await getCompany(platform.db, codeIn(given))
      const { until, administrators } = await openEmergency(platform, company, hours)
      return {
        data: { code: company.code, until: until.toISOString(), administrators },
        lines: [
          `Until ${until.toISOString()} the ${administrators} administrators of ${company.code} may log in with a password.`,
          'One without a password gets one by “Forgotten your password?” on the login page.',
        ],
      }
    },
  },
  'company set': {
    usage: 'CODE name=value …',
    summary: `Change ${Object.keys(CHANGES).join(', ')}`,
    async run(context, given) {
      const platform = await context.platform()
      const company = await getCompany(platform.db, codeIn(given))
      const pairs = given.positionals.slice(1).map((pair): [keyof typeof CHANGES, unknown] => {
        const [key = '', ...value] = pair.split('=')
        if (!(key in CHANGES) || value.length === 0)
          throw new Usage(`${pair}: give name=value, with one of ${Object.keys(CHANGES).join(', ')}`)
        return [key as keyof typeof CHANGES, parsed(key, CHANGES[key as keyof typeof CHANGES], value.join('='))]
      })
      if (pairs.length === 0) throw new Usage('nothing to change')
      const changes = Object.fromEntries(pairs)
      await changeCompany(platform, company, changes)
      return said(await getCompany(platform.db, String(changes.code ?? company.code)))
    },
  },
  'company export': {
    usage: 'CODE --out FILE.zip',
    summary: 'What the company may have, readable without this server: people, catalogue, settings, usage, audit log, badges',
    options: { out: text },
    async run(context, given) {
      const out = parsed('--out', z.string().check(z.minLength(1)), given.values.out)
      const platform = await context.platform()
      const company = await getCompany(platform.db, codeIn(given))
      if (existsSync(out)) throw new Failure(`${out} exists already`)
      // First, so that no file exists without an entry.
      await recordOperation(platform.db, platform.clock(), company, 'company_exported')
      const { counts, left_out } = await exportCompany(platform, company.code, out)
      return {
        data: { file: out, counts, left_out },
        lines: [
          ...Object.entries(counts).map(([what, count]) => `${what.padEnd(16)} ${String(count).padStart(9)}`),
          `The export is in ${out}.`,
          ...left_out.map((id) => `The film of video ${id} is not in it: a zip holds 4 GB. See that the company has its file.`),
        ],
        status: left_out.length > 0 ? 1 : 0,
      }
    },
  },
  'company delete': {
    usage: 'CODE --yes',
    summary: 'Destroy the company’s key, then delete every row of it; nothing brings it back',
    options: { yes: flag },
    async run(context, given) {
      const code = codeIn(given)
      const platform = await context.platform()
      const company = await getCompany(platform.db, code)
      if (given.values.yes !== true) throw new Usage(`add --yes to delete ${company.name} with ${company.people} people`)
      await suspendCompany(platform, company)
      const tables = await deleteCompany(platform.db, company.company_id)
      await recordCommand(platform.db, platform.clock(), 'company_deleted', company, { tables })
      await platform.scrub()
      return { data: { code, tables }, lines: [`Company ${code} is deleted: ${Object.values(tables).reduce((a, b) => a + b, 0)} rows.`] }
    },
  },
}
