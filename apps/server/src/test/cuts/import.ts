import { rows, sql, t } from '../../db/index.ts'
import { confirmImport, uploadImport } from '../../features/admin/import/import.commands.ts'
import { personAt } from '../../features/audit/audit.ts'
import { change, type Scene } from './scene.ts'

/** The transactions of the work on an import, by file; each is cut before each of its statements. */
export const IMPORT_STEPS = ['check', 'batch', 'managers', 'missing', 'run'].map((name) => `features/admin/import/${name}.commands`)

/** A file with a new person, a changed one, and managers for both; the others are missing. */
const fileOf = ({ me, mates }: Scene) =>
  `email,first_name,last_name,manager_email\nnew-${me.id}@company.example,A,B,${me.email}\n${me.email},Changed,C,${mates[0].email}\n${mates[0].email},D,E,\n`

/** Works on the company's imports; a claim of an interrupted run has ended. Whether nothing failed. */
async function work(scene: Scene): Promise<boolean> {
  await change(scene, sql`update people_imports set claimed_until = null, claims = 0 where company_id = ${scene.company.id}`)
  return scene.app.runImports().then(
    () => true,
    () => false,
  )
}

/** Checks and imports the file, each until it succeeds. The commands are called, because a call would wake the work by itself. */
export async function importAll(scene: Scene): Promise<void> {
  const { app, admin, company } = scene
  const by = { companyId: company.id, actor: personAt(admin.id, '127.0.0.1') }
  const id = await uploadImport(app.platform, by, Buffer.from(fileOf(scene)))
  for (let tries = 0; tries < 3 && !(await work(scene)); tries++);
  await confirmImport(app.platform, by, id, { deactivate_missing: true, invite: true })
  for (let tries = 0; tries < 3 && !(await work(scene)); tries++);
}

/** What an import of the file leaves behind, without ids and times. */
export async function outcomeOf({ app, company }: Scene) {
  const of = sql`company_id = ${company.id}`
  const [left] = await rows(
    app.database.db,
    {
      people: t.json<unknown>(),
      indexed: t.bool,
      contacts: t.int,
      links: t.int,
      mails: t.int,
      entries: t.json<unknown>(),
      imports: t.json<unknown>(),
      lines: t.int,
      parts: t.int,
    },
    sql`select (select json_agg(json_build_array(u.first_name, u.deactivated_at is null, manager.first_name) order by u.first_name)
        from users u left join users manager on manager.id = u.manager_id where u.company_id = ${company.id} and u.role <> 'admin') as people,
      (select count(*)::int from user_words where ${of}) > 0 as indexed,
      (select count(*)::int from contacts where ${of}) as contacts,
      (select count(*)::int from password_resets where ${of}) as links,
      (select count(*)::int from outbox where ${of} and kind = 'invitation') as mails,
      (select json_agg(action order by action) from audit_log where ${of}) as entries,
      (select json_agg(json_build_array(status, created, updated, deactivated, errors_count)) from people_imports where ${of}) as imports,
      (select count(*)::int from people_import_lines where ${of}) as lines,
      (select count(*)::int from people_import_parts where ${of}) as parts`,
  )
  return JSON.stringify(left).replaceAll(/(First|Last)\d+/g, '$1')
}
