import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_IMPORT_BYTES, type PeopleImport } from '@reflet/contract/admin-imports'
import { Email } from '@reflet/contract/common'
import { rows, sql, t } from '../db/index.ts'
import { confirmImport, uploadImport } from '../features/admin/import/import.commands.ts'
import { getImport, listImportErrors } from '../features/admin/import/import.queries.ts'
import { startImports } from '../features/admin/import/runner.ts'
import { deactivatePerson, invitePerson } from '../features/admin/people/people.commands.ts'
import { OPERATOR } from '../features/audit/audit.ts'
import { getCompany } from '../features/companies/companies.queries.ts'
import { hasStatus } from '../features/people/status.policy.ts'
import type { Platform } from '../platform/index.ts'
import type { Arguments, Command } from './commands.ts'
import { codeIn, parsed } from './companies.ts'
import { type Context, Failure, Usage } from './context.ts'

const flag = { type: 'boolean' } as const
const POLL_MS = 300

async function companyIn(context: Context, given: Arguments) {
  const platform = await context.platform()
  const { company_id: companyId, code } = await getCompany(platform.db, codeIn(given))
  return { platform, by: { companyId, actor: OPERATOR }, code }
}

/** The id of the person with the address that follows the code. @throws Usage, Failure */
async function personIn({ db }: Platform, companyId: string, { positionals: [, address] }: Arguments): Promise<string> {
  const email = parsed('the address', Email, address)
  const [found] = await rows(db, { id: t.uuid }, sql`select id from users where company_id = ${companyId} and email = ${email}`)
  if (!found) throw new Failure(`${email} has no account in this company`)
  return found.id
}

/** Works on the import in this process; another one may have claimed it. */
async function until(platform: Platform, context: Context, companyId: string, id: string, over: (one: PeopleImport) => boolean) {
  const imports = startImports(() => platform, context.deactivations)
  for (;;) {
    await imports.drain()
    const one = await getImport(platform.db, companyId, id)
    if (over(one)) return one
    await pause(POLL_MS)
  }
}

export const peopleCommands: Record<string, Command> = {
  'people import': {
    usage: 'CODE FILE.csv [--check] [--deactivate-missing] [--no-invite]',
    summary: 'Check a CSV file of people and import it; --check only checks',
    options: { check: flag, 'deactivate-missing': flag, 'no-invite': flag },
    async run(context, given) {
      const [, path] = given.positionals
      if (path === undefined) throw new Usage('the file is missing')
      const file = readFileSync(path)
      if (file.length > MAX_IMPORT_BYTES) throw new Failure(`${path} is larger than 20 MB`)
      const { platform, by } = await companyIn(context, given)
      const id = await uploadImport(platform, by, file)
      const checked = await until(platform, context, by.companyId, id, ({ status }) => status === 'checked' || status === 'failed')
      if (checked.status === 'failed') return { data: checked, lines: [`The file is refused: ${checked.failure}.`], status: 1 }
      const { errors } = await listImportErrors(platform.db, by.companyId, id, undefined)
      const wrong = errors.map(({ line, field, code, value }) => `line ${line}: ${field} ${code} ${value}`)
      const more = checked.errors_count > wrong.length ? [`… ${checked.errors_count} lines are wrong in all`] : []
      const counts = ({ created, updated, unchanged, deactivated, errors_count }: PeopleImport) =>
        `${created} created, ${updated} changed, ${unchanged} unchanged, ${deactivated} deactivated, ${errors_count} wrong`
      if (given.values.check === true) {
        await platform.db.execute(sql`delete from people_imports where company_id = ${by.companyId} and id = ${id}`)
        return { data: { ...checked, errors }, lines: [...wrong, ...more, `Checked: ${counts(checked)}, ${checked.missing} missing.`] }
      }
      const options = { deactivate_missing: given.values['deactivate-missing'] === true, invite: given.values['no-invite'] !== true }
      await confirmImport(platform, by, id, options)
      const ended = await until(platform, context, by.companyId, id, ({ status }) => status === 'done' || status === 'failed')
      return {
        data: { ...ended, errors },
        lines: [...wrong, ...more, `Imported: ${counts(ended)}.`],
        status: ended.status === 'done' ? 0 : 1,
      }
    },
  },
  'people invite': {
    usage: 'CODE ADDRESS | CODE --all',
    summary: 'Queue the invitation (again); --all: of all who never had one',
    options: { all: flag },
    async run(context, given) {
      const { platform, by, code } = await companyIn(context, given)
      const ids =
        given.values.all === true
          ? await rows(
              platform.db,
              { id: t.uuid },
              sql`select u.id from users u where u.company_id = ${by.companyId} and ${hasStatus.invited} and u.invited_at is null order by u.id`,
            )
          : [{ id: await personIn(platform, by.companyId, given) }]
      for (const { id } of ids) await invitePerson(platform, by, id)
      return {
        data: { code, invited: ids.length },
        lines: [`Invitations queued: ${ids.length}. Each leaves within minutes, in its reader's quiet hours at their end.`],
      }
    },
  },
  'people deactivate': {
    usage: 'CODE ADDRESS',
    summary: 'Sessions end at once, and what waits for this person is cancelled',
    async run(context, given) {
      const { platform, by } = await companyIn(context, given)
      const id = await personIn(platform, by.companyId, given)
      await deactivatePerson(platform, by, id, context.deactivations)
      return { data: { id }, lines: ['Deactivated.'] }
    },
  },
}
