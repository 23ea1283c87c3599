import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@reflet/contract/account'
import { HOUR_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { guest } from '@reflet/contract/guest'
import { session } from '@reflet/contract/session'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { cancelPendingOf } from '../features/feedback/account-deletion.commands.ts'
import { sendRounds } from '../features/feedback/recurrences/rounds.commands.ts'
import { hashPassword } from '../platform/passwords.ts'
import { storeRowCounts } from '../platform/row-counts.ts'
import { readSettings } from '../platform/settings.ts'
import { publishOne } from '../test/badges.ts'
import { eventCalls } from '../test/events.ts'
import { expectProblem } from '../test/expect-problem.ts'
import { createCompany, createUser, type TestCompany } from '../test/factories.ts'
import { codeOf, logIn, PASSWORD, readOwn, tokenIn } from '../test/logins.ts'
import { answer, ask, guestParams } from '../test/requests.ts'
import { useCompany } from '../test/use-company.ts'
import { useTestApp } from '../test/use-test-app.ts'
import { operate } from './cli.ts'
import { COMMANDS } from './commands.ts'

const app = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'reflet-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A command on the database of the test. */
const reflet = (...words: string[]) =>
  operate(words, async () => ({
    settings: { ...readSettings({}), dataDir: folder },
    database: app.database,
    platform: async () => app.platform,
    deactivations: [cancelPendingOf],
    keys: () => ({ current: Buffer.alloc(32), previous: undefined }),
    close: async () => undefined,
  }))
const json = async (...words: string[]) => {
  const { status, out, err } = await reflet(...words, '--json')
  expect([status, err]).toEqual([0, ''])
  return JSON.parse(out)
}
const refused = (status: number, err: string) => ({ status, out: '', err: expect.stringContaining(err) })
/** The words of a command that creates a company. */
const creation = (code: string, email = 'b@b.example', name = 'B') =>
  ['company', 'create', '--name', name, '--code', code, '--locale', 'fr', '--admin-email', email] as const
/** A company with two people, which publishes badges. */
async function standing() {
  const company = await createCompany(app, { badges_active: true })
  const [camille, amir] = [await createUser(app, company), await createUser(app, company)]
  return { company, camille, amir, code: await codeOf(app, company) }
}

describe('a command', () => {
  test.each(Object.keys(COMMANDS))('%s says its use', async (name) => {
    expect(await reflet(...name.split(' '), '--help')).toMatchObject({ status: 0, out: expect.stringContaining(`reflet ${name}`), err: '' })
  })

  test.each([
    ['unknown', ['company', 'destroy'], 2, 'There is no command'],
    ['with an unknown option', ['company', 'list', '--loud'], 2, '--loud'],
    ['without what it needs', ['company', 'create', '--name', 'X'], 2, '--code is missing'],
    ['with a wrong value', ['company', 'create', '--name', 'X', '--code', 'A B'], 2, '--code: must be lower-case'],
    ['about a company that does not exist', ['company', 'show', 'nowhere'], 1, 'Refused: not_found'],
    ['with a file that does not exist', ['people', 'import', 'x', 'nowhere.csv'], 1, 'nowhere.csv does not exist'],
  ])('%s is refused in one line', async (_what, words, status, line) => {
    const said = await reflet(...words)
    expect(said).toMatchObject(refused(status, line))
    expect(said.err).not.toContain('    at ')
  })
})

test('from the first company to its end: created, invited, imported, changed, suspended, exported, deleted without a trace', async () => {
  const made = await json(...creation('acme', 'zoe.roy@acme.example', 'Acme'))
  expect(made.company).toMatchObject({ code: 'acme', people: 1, administrators: 1, locale: 'fr' })
  const [mail] = await app.mails()
  const token = tokenIn(mail?.text)
  expect([mail?.subject, made.invitation]).toEqual(['Acme vous invite sur Reflet', expect.stringContaining(token)])
  await app.call(null, session.resetPassword, { body: { token, password: PASSWORD } })
  const { body } = await logIn(app, 'zoe.roy@acme.example')
  const zoe = await readOwn(app, { token: body.access_token })
  expect(zoe.body.user).toMatchObject({ role: 'admin', first_name: 'Zoe', last_name: 'Roy', locale: 'fr' })
  expect(await reflet(...creation('acme'))).toMatchObject(refused(1, 'name_taken'))

  const file = join(folder, 'people.csv')
  writeFileSync(file, 'email,first_name,last_name\na@acme.example,A,One\nwrong,B,Two\n')
  expect(await json('people', 'import', 'acme', file, '--check')).toMatchObject({ created: 1, errors_count: 1 })
  expect(await json('people', 'import', 'acme', file, '--no-invite')).toMatchObject({ status: 'done', created: 1 })
  expect(await json('people', 'invite', 'acme', '--all')).toEqual({ code: 'acme', invited: 1 })
  const invitations = (await app.mails()).filter(({ text }) => text?.includes('?invitation'))
  expect(invitations.map(({ to }) => (to as { text: string }).text)).toEqual(['a@acme.example'])
  await json('people', 'deactivate', 'acme', 'a@acme.example')
  const changed = await json('company', 'set', 'acme', 'name=Acme & Co', 'badges_active=true')
  expect(changed).toMatchObject({ name: 'Acme & Co', badges_active: true })

  expect(await json('company', 'emergency', 'acme', '--hours', '2')).toMatchObject({ code: 'acme', administrators: 1 })
  expect((await reflet('company', 'emergency', 'acme', '--hours', '25')).err).toContain('must be 1 to 24')
  const open = await rows(
    app.database.db,
    { open: t.bool },
    sql`select emergency_until > ${app.now()}::timestamptz + interval '100 minutes' as open from companies where code = 'acme'`,
  )
  expect(open).toEqual([{ open: true }])

  const out = join(folder, 'acme.zip')
  const exported = await json('company', 'export', 'acme', '--out', out)
  const { company, people } = JSON.parse(strFromU8(unzipSync(readFileSync(out))['data.json'] ?? new Uint8Array()))
  expect([company.code, people.map(({ email }: { email: string }) => email).sort()]).toEqual([
    'acme',
    ['a@acme.example', 'zoe.roy@acme.example'],
  ])
  expect(exported).toMatchObject({ file: out, counts: { people: 2, badges: 0 }, left_out: [] })
  expect(statSync(out).mode & 0o777, 'readable by its owner alone').toBe(0o600)
  expect((await reflet('company', 'export', 'acme', '--out', out)).err, 'an existing file stays').toContain('exists already')

  expect(await reflet('company', 'delete', 'acme')).toMatchObject({ status: 2, out: '' })
  const companyId = made.company.company_id
  await json('company', 'delete', 'acme', '--yes')
  const tables = await rows(
    app.database.db,
    { name: t.name },
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' and table_name <> 'operator_log'`,
  )
  for (const { name } of tables)
    expect(await rows(app.database.db, {}, sql`select from ${sql.identifier(name)} where company_id = ${companyId}`), name).toEqual([])
  const log = await rows(
    app.database.db,
    { commands: t.text },
    sql`select string_agg(command, ' ' order by at, id) as commands from operator_log where company_id = ${companyId}`,
  )
  expect(log).toEqual([
    { commands: 'company_created company_changed emergency_sign_in company_exported company_suspended company_deleted' },
  ])
  expect(
    JSON.stringify(
      await rows(
        app.database.db,
        { id: t.uuid, at: t.time, company_id: t.uuid, code: t.text, command: t.text, details: t.json<unknown>() },
        sql`select * from operator_log`,
      ),
    ),
  ).not.toContain('acme.example')
})

describe('a suspended company', () => {
  const { company, camille, amir } = useCompany(app, ['camille', 'amir'], {})

  test('has no login, no session, no links and no mails; other companies go on; then it is as it was', async () => {
    const code = await codeOf(app, company)
    const owner = await createUser(app, company, { password_hash: await hashPassword(PASSWORD) })
    const sent = await ask(app, owner, [camille, { email: 'guest@partner.example' }])
    const link = guestParams(sent.feedbacks.find(({ guest_link }) => guest_link)?.guest_link)
    const event = await eventCalls(app, company, owner).anEvent()
    const page = () => app.call(null, guest.getGuestView, { params: link })
    expect((await page()).status).toBe(200)
    await app.mails()
    await ask(app, owner, [amir])
    expect(await json('company', 'suspend', code)).toMatchObject({ sessions: 3 })
    expectProblem(await logIn(app, owner.email), 401, 'unauthenticated')
    expectProblem(await readOwn(app, owner), 401, 'unauthenticated')
    expectProblem(await page(), 410, 'gone')
    expectProblem(await app.call(null, events.getEventLink, { params: { token: event.token } }), 410, 'gone')
    await app.call(null, session.forgottenPassword, { body: { email: owner.email } })
    expect(await app.mails()).toEqual([])
    expect(await sendRounds(app.platform)).toBe(0)
    expect((await json('company', 'list')).filter(({ suspended_at }: { suspended_at: string | null }) => suspended_at)).toHaveLength(1)
    await json('company', 'resume', code)
    expect((await logIn(app, owner.email)).status).toBe(200)
    expect((await page()).status).toBe(200)
  })
})

describe('the outbox', () => {
  const { company, camille, amir } = useCompany(app, ['camille', 'amir'])

  test('lists what failed, and sends it again', async () => {
    await ask(app, camille, [amir])
    await app.database.db.execute(sql`update outbox set failed_at = now(), last_error = 'refused' where company_id = ${company.id}`)
    const [failed] = await json('outbox', 'list')
    expect(failed).toMatchObject({ kind: 'request', last_error: 'refused' })
    expect(await json('outbox', 'retry', failed.id)).toEqual({ retried: 1 })
    expect((await reflet('outbox', 'retry', failed.id)).status).toBe(1)
    // The command is a process with the machine's clock, not the test's.
    const due = await app.database.db.execute(
      sql`update outbox set send_after = ${app.now()} where id = ${failed.id} and failed_at is null and send_after <= now()`,
    )
    expect(due).toBe(1)
    expect((await app.mails()).map(({ to }) => (to as { text: string }).text)).toContain(amir.email)
  })
})

test('an address is erased from everything that named it; an account’s is refused', async () => {
  const { company, camille } = await standing()
  await ask(app, camille, [{ email: 'gone@partner.example', first_name: 'Gone' }])
  expect(await json('erase-address', 'Gone@Partner.example')).toEqual({ companies: 1 })
  const left = await rows(
    app.database.db,
    { line: t.text },
    sql`select row_to_json(p)::text as line from recipients p where company_id = ${company.id}`,
  )
  expect(JSON.stringify(left)).not.toContain('Gone')
  expect((await reflet('erase-address', camille.email)).status).toBe(1)
})

describe('badges', () => {
  const keysOf = (company: TestCompany) =>
    rows(
      app.database.db,
      { retired: t.bool },
      sql`select retired_at is not null as retired from badge_keys where company_id = ${company.id} order by created_at, id`,
    )

  test('get a new key by a command, which is in both logs', async () => {
    const { company, camille, code } = await standing()
    expect(await json('keys', 'rotate', '--badges', code)).toEqual({ code, rotated: false })
    await publishOne(app, camille)
    app.advance(HOUR_MS)
    expect(await reflet('keys', 'rotate', '--badges', code)).toMatchObject({ status: 0, out: expect.stringContaining('new key') })
    expect(await keysOf(company)).toEqual([{ retired: true }, { retired: false }])
    const entered = await rows(
      app.database.db,
      { entry: t.text },
      sql`select command as entry from operator_log where company_id = ${company.id}
        union all select action from audit_log where company_id = ${company.id} and action = 'badge_key_rotated'`,
    )
    expect(entered).toEqual([{ entry: 'badge_key_rotated' }, { entry: 'badge_key_rotated' }])
    expect((await reflet('keys', 'rotate', '--badges', 'nowhere')).status).toBe(1)
  })

  test('keep the code under which they were published: it is no other company’s', async () => {
    const { camille, code } = await standing()
    const badge = await publishOne(app, camille)
    await json('company', 'set', code, `code=${code}-renamed`)
    expect((await fetch(`${app.url}/issuers/${code}`)).status).toBe(200)
    expect(await reflet(...creation(code))).toMatchObject(refused(1, 'name_taken'))
    expect(await reflet('company', 'set', (await standing()).code, `code=${code}`)).toMatchObject({ status: 1 })
    expect(await (await fetch(`${app.url}/badge/${badge.id}?verify&lang=en`)).text()).toContain('This badge is genuine')
    await json('company', 'set', `${code}-renamed`, `code=${code}`)
  })

  test('that a former employee kept are revoked with their address', async () => {
    const { company, camille } = await standing()
    const { id } = await publishOne(app, camille)
    const other = await publishOne(app, await createUser(app, company), 1)
    await app.call(camille, account.deleteUser)
    expect((await fetch(`${app.url}/badge/${id}`)).status).toBe(200)
    expect(await json('erase-address', camille.email.toUpperCase())).toEqual({ companies: 1 })
    expect((await fetch(`${app.url}/badge/${id}`)).status).toBe(410)
    expect((await fetch(`${app.url}/badge/${other.id}`)).status).toBe(200)
  })
})

test('a backup is checked: missing keys and broken texts are found', async () => {
  const { company, camille, amir } = await standing()
  await answer(app, amir, await ask(app, camille, [amir], { message: 'Hello' }))
  expect(await reflet('backup', 'check')).toMatchObject({ status: 0, out: expect.stringContaining('Complete.') })
  await app.database.db.execute(
    sql`update feedbacks set sealed_keep = overlay(sealed_keep placing '\\x00'::bytea from 30) where company_id = ${company.id}`,
  )
  onTestFinished(
    async () => void (await app.database.db.execute(sql`update feedbacks set sealed_keep = null where company_id = ${company.id}`)),
  )
  expect(await reflet('backup', 'check')).toMatchObject({
    status: 1,
    out: expect.stringContaining('a value of feedbacks.sealed_keep does not open'),
  })
})

/** Runs what an accident leaves behind, and takes it back after the test. */
async function meanwhile(damage: ReturnType<typeof sql>, repair: ReturnType<typeof sql>) {
  onTestFinished(async () => void (await app.database.db.execute(repair)))
  await app.database.db.execute(damage)
}

test('a backup in which people were deleted without their triggers is not complete: each broken reference is counted', async () => {
  const { camille, amir } = await standing()
  await answer(app, amir, await ask(app, camille, [amir], { message: 'Hello' }))
  await app.database.db.execute(sql`update users set manager_id = ${amir.id} where id = ${camille.id}`)
  expect(await reflet('backup', 'check')).toMatchObject({ status: 0 })
  await app.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`create table lost as select * from users where id = ${amir.id}`)
    await tx.execute(sql`delete from users where id = ${amir.id}`)
  })
  onTestFinished(() =>
    app.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`insert into users overriding system value select * from lost`)
      await tx.execute(sql`drop table lost`)
    }),
  )
  const { status, out } = await reflet('backup', 'check', '--json')
  expect(status).toBe(1)
  const { problems } = JSON.parse(out) as { problems: string[] }
  expect(problems).toContain('users: dangling references to users: 1 (users_company_id_manager_id_fkey)')
  expect(problems).toContain('feedbacks: dangling references to users: 1 (feedbacks_company_id_giver_id_fkey)')
  expect((await reflet('backup', 'check')).out).toMatch(/Not complete\.$/)
})

test('a failure of the database is shown without the values of the statement', async () => {
  await meanwhile(sql`alter table contacts rename to contacts_gone`, sql`alter table contacts_gone rename to contacts`)
  const { status, err } = await reflet('erase-address', 'gone@partner.example')
  expect([status, err]).toEqual([1, expect.stringContaining('"contacts" does not exist')])
  expect(err).toContain('    at ')
  expect(err).not.toContain('gone@partner.example')
})

test.each([
  ['of our own', 'disable trigger users_note_change', 'users: disabled triggers: users_note_change\n'],
  ['for replicas only', 'enable replica trigger users_note_change', 'users: disabled triggers: users_note_change\n'],
  ['of references', 'disable trigger all', ', users_company_id_manager_id_fkey, '],
])('a disabled trigger is found: %s', async (_, change, problem) => {
  await standing()
  await meanwhile(sql.raw(`alter table users ${change}`), sql`alter table users enable trigger all`)
  const { status, out } = await reflet('backup', 'check')
  expect([status, out]).toEqual([1, expect.stringContaining(problem)])
})

test('a backup of which no sealed text was opened is not complete', async () => {
  const { camille, amir } = await standing()
  await answer(app, amir, await ask(app, camille, [amir], { message: 'Hello' }))
  const flip = sql`update companies set wrapped_key = set_byte(wrapped_key, 40, 255 - get_byte(wrapped_key, 40))`
  await meanwhile(flip, flip)
  const { status, out } = await reflet('backup', 'check')
  expect([status, out]).toEqual([1, expect.stringContaining('there are sealed texts, and none was opened')])
})

test('the rows of each table are shown beside the newest daily count; fewer of them are no error by themselves', async () => {
  const { db } = app.database
  const { camille } = await standing()
  const users = async () => {
    const { countedOn, tables } = await json('backup', 'check')
    return [countedOn, tables.find(({ table }: { table: string }) => table === 'users')]
  }
  const [existing] = await rows(db, { n: t.int }, sql`select count(*)::int as n from users`)
  const n = existing?.n ?? 0
  expect(await users()).toEqual([null, { table: 'users', rows: n, counted: null }])
  for (const day of ['2026-11-27', '2026-11-28', '2026-11-28']) await storeRowCounts(db, new Date(`${day}T04:13:00Z`))
  await app.call(camille, account.deleteUser)
  expect(await users()).toEqual(['2026-11-28', { table: 'users', rows: n - 1, counted: n }])
  expect(await rows(db, { day: t.text }, sql`select distinct day::text as day from row_counts`)).toEqual([{ day: '2026-11-28' }])
  const { out } = await reflet('backup', 'check')
  expect(out).toMatch(/^table +rows on 2026-11-28$/m)
  expect(out).toMatch(new RegExp(`^users +${n - 1} ${n}$`, 'm'))
})

test('the doctor names what it has checked', async () => {
  const found = await reflet('doctor', '--json')
  const names = JSON.parse(found.out).map(({ name }: { name: string }) => name)
  expect(names).toEqual(['settings', 'database', 'migrations', 'keys', 'mail', 'clock', 'disk', 'proxy'])
  expect(await json('migrate', '--check')).toEqual({ pending: [] })
  expect(await reflet('keys', 'rotate')).toMatchObject({ status: 2, err: expect.stringContaining('MASTER_KEY_PREVIOUS') })
})
