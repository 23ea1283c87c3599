import { Email } from '@reflet/contract/common'
import { nullable, rows, sql, t } from '../db/index.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { rotateBadgeKey } from '../features/badges/issuing/issuers.commands.ts'
import { recordCommand, recordOperation } from '../features/companies/companies.commands.ts'
import { getCompany } from '../features/companies/companies.queries.ts'
import { notFound } from '../platform/errors.ts'
import { rotateKeys } from '../platform/server-keys.ts'
import { type BackupReport, checkBackup } from './backup.ts'
import type { Command, Said } from './commands.ts'
import { parsed } from './companies.ts'
import { type Context, Usage } from './context.ts'
import { examine } from './doctor.ts'
import { eraseAddress } from './erase.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const outboxRow = {
  id: t.uuid,
  code: t.text,
  kind: t.text,
  attempts: t.int,
  send_after: t.time,
  failed_at: nullable(t.time),
  last_error: nullable(t.text),
}

/** The company's seal is in its row, which no command shows. */
async function rotateKeyOfBadges(context: Context, code: string): Promise<Said> {
  const platform = await context.platform()
  const company = await getCompany(platform.db, code)
  const rotated = await platform.db.transaction(async (tx) => {
    const [row] = await rows(tx, { wrapped_key: t.bytes }, sql`select wrapped_key from companies where company_id = ${company.company_id}`)
    if (!row) throw notFound()
    const seal = platform.vault.sealOf(company.company_id, row.wrapped_key)
    const done = await rotateBadgeKey(tx, company.company_id, seal, platform.clock())
    if (done) await recordOperation(tx, platform.clock(), company, 'badge_key_rotated')
    return done
  })
  const line = rotated
    ? `The badges of ${code} have a new key; those published before stay valid.`
    : `${code} has not published a badge yet.`
  return { data: { code, rotated }, lines: [line] }
}

export const serverCommands: Record<string, Command> = {
  migrate: {
    usage: '[--check]',
    summary: 'Apply this release’s migrations; --check lists those that are missing, with status 1 if there are any',
    options: { check: flag },
    beforeMigrations: true,
    async run({ database }, { values }) {
      const pending = await pendingMigrations(database.pool)
      if (values.check === true)
        return { data: { pending }, lines: pending.length > 0 ? pending : ['Nothing to migrate.'], status: pending.length > 0 ? 1 : 0 }
      const applied = await migrate(database.pool)
      return { data: { applied }, lines: [`${applied} migrations applied.`] }
    },
  },
  doctor: {
    usage: '',
    summary: 'Check settings, database, migrations, keys, mail, clock, disk and proxy; status 1 when something fails',
    beforeMigrations: true,
    async run(context) {
      const found = await examine(context)
      const lines = found.map(({ name, state, detail }) => `${state.padEnd(8)} ${name.padEnd(12)} ${detail}`)
      return { data: found, lines, status: found.some(({ state }) => state === 'failing') ? 1 : 0 }
    },
  },
  'keys rotate': {
    usage: '[--badges CODE]',
    summary:
      'Wrap every key with the new MASTER_KEY, while MASTER_KEY_PREVIOUS is set on every server; --badges: a new key for the badges of a company',
    options: { badges: { type: 'string' } },
    async run(context, { values }) {
      if (typeof values.badges === 'string') return rotateKeyOfBadges(context, values.badges)
      const keys = context.keys()
      if (!keys.previous) throw new Usage('set MASTER_KEY_PREVIOUS to the key that is replaced')
      const { db, vault, clock } = await context.platform()
      const wrapped = await rotateKeys(db, vault, keys)
      await recordCommand(db, clock(), 'keys_rotated', null, wrapped)
      return { data: wrapped, lines: [`${wrapped.companies} companies’ keys and ${wrapped.server} of the server are wrapped again.`] }
    },
  },
  'outbox list': {
    usage: '[--all]',
    summary: 'Messages that failed; --all: also those that wait',
    options: { all: flag },
    async run({ database }, { values }) {
      const waiting = values.all === true ? sql`or o.sent_at is null` : sql.empty
      const found = await rows(
        database.db,
        outboxRow,
        sql`select o.id, c.code, o.kind, o.attempts, o.send_after, o.failed_at, o.last_error from outbox o
          join companies c on c.company_id = o.company_id
          where o.failed_at is not null and o.sent_at is null ${waiting} order by o.send_after limit 200`,
      )
      const lines = found.map(({ id, code, kind, attempts, last_error }) => `${id} ${code} ${kind} ${attempts} ${last_error ?? ''}`)
      return { data: found, lines: lines.length > 0 ? lines : ['No message has failed.'] }
    },
  },
  'outbox retry': {
    usage: 'ID | --all',
    summary: 'Send failed messages again',
    options: { all: flag },
    async run({ database }, { positionals: [id], values }) {
      if (id === undefined && values.all !== true) throw new Usage('give the id of a message, or --all')
      const retried =
        await database.db.execute(sql`update outbox set failed_at = null, attempts = 0, claimed_until = null, send_after = now()
          where failed_at is not null and sent_at is null and ${id === undefined ? sql`true` : sql`id::text = ${id}`}`)
      return {
        data: { retried: retried },
        lines: [`${retried} messages are sent again.`],
        status: retried > 0 ? 0 : 1,
      }
    },
  },
  'erase-address': {
    usage: 'ADDRESS [--company CODE]',
    summary: 'Remove a person without an account by address; what they answered stays without a name',
    options: { company: text },
    async run(context, { positionals: [address], values }) {
      const email = parsed('the address', Email, address)
      const { db, clock, scrub } = await context.platform()
      const company = typeof values.company === 'string' ? await getCompany(db, values.company) : null
      const removed = await eraseAddress(db, email, company?.company_id ?? null, new Date())
      await recordCommand(db, clock(), 'address_erased', company, removed)
      await scrub()
      return { data: removed, lines: [`Erased in ${removed.companies} companies.`], status: removed.companies > 0 ? 0 : 1 }
    },
  },
  'backup check': {
    usage: '',
    summary: 'Check a restored database: migrations, references, triggers, keys, and that sealed texts open',
    beforeMigrations: true,
    async run(context) {
      const report = await checkBackup(context)
      const isWhole = report.problems.length === 0
      return { data: report, lines: [...linesOf(report), isWhole ? 'Complete.' : 'Not complete.'], status: isWhole ? 0 : 1 }
    },
  },
}

/** The rows of each table beside those of the newest count, and what is wrong. */
function linesOf({ problems, countedOn, tables, opened }: BackupReport): string[] {
  const line = (table: string, now: unknown, counted: unknown) => `${table.padEnd(28)} ${String(now).padStart(12)} ${counted}`
  const shown = tables.filter(({ rows, counted }) => rows > 0 || counted)
  return [
    ...(shown.length > 0 ? [line('table', 'rows', countedOn ? `on ${countedOn}` : '(no daily count is stored)')] : []),
    ...shown.map(({ table, rows, counted }) => line(table, rows, counted ?? '').trimEnd()),
    line('opened', opened, '').trimEnd(),
    ...problems,
  ]
}
