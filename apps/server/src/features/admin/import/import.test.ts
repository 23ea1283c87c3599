import { adminAudit } from '@reflet/contract/admin-audit'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminPeople } from '@reflet/contract/admin-people'
import { MINUTE_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createUser, signIn } from '../../../test/factories.ts'
import { importCalls } from '../../../test/imports.ts'
import { readOwn } from '../../../test/logins.ts'
import { ask } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
const { upload, check, confirm, errors, get } = importCalls(app)

let mark: string
beforeEach(() => {
  mark = Math.random().toString(36).slice(2, 8)
})
const at = (name: string) => `${name}-${mark}@company.example`
const csv = (head: string, ...lines: string[]) => `${[head, ...lines].join('\r\n')}\r\n`
const find = async (query: string) => (await app.call(anne, adminPeople.listPeople, { query: { query } })).body.people[0]

/** Everything about the people of the company, to see that nothing changed. */
const state = () =>
  rows(
    app.database.db,
    { users: t.json<unknown>(), words: t.bigint, contacts: t.bigint, links: t.bigint },
    sql`select (select json_agg(u order by id) from users u where company_id = ${company.id}) as users,
      (select count(*) from user_words where company_id = ${company.id}) as words,
      (select count(*) from contacts where company_id = ${company.id}) as contacts,
      (select count(*) from password_resets where company_id = ${company.id}) as links`,
  )

describe('a file of people', () => {
  test('is checked, then imported: invitations leave, managers are set, the same file again changes nothing', async () => {
    const file = csv(
      'email,first_name,last_name,job_title,department,registration_number,locale,manager_email,role',
      `${at('lea')},Léa,Roy,Designer,Design,R-1-${mark},fr,${at('max')},`,
      `${at('max')},Max,"Müller, Dr.",Head,Design,R-2-${mark},German,,admin`,
      `${camille.email},Camille,Martin,Engineer,IT,,,${at('max')},`,
    )
    const before = await state()
    const checked = await check(anne, file)
    expect(checked).toMatchObject({ status: 'checked', lines: 3, created: 2, updated: 1, unchanged: 0, errors_count: 0, missing: 0 })
    expect(await state(), 'nothing changes before the confirmation').toEqual(before)
    expect(await confirm(anne, checked.id)).toMatchObject({ status: 'done', created: 2, updated: 1, done_lines: 3 })
    expect(await find(at('lea'))).toMatchObject({ first_name: 'Léa', status: 'invited', locale: 'fr', manager: { email: at('max') } })
    expect(await find(at('max'))).toMatchObject({ last_name: 'Müller, Dr.', locale: 'de', role: 'admin', manager: null })
    expect(await find(camille.email)).toMatchObject({ job_title: 'Engineer', status: 'active', manager: { email: at('max') } })
    expect((await app.call(camille, people.searchColleagues, { query: { query: 'lea roy' } })).body.colleagues).toHaveLength(1)
    expect((await app.mails()).map(({ subject }) => subject).sort()).toEqual([
      expect.stringContaining('lädt Sie'),
      expect.stringContaining('invite sur Reflet'),
    ])
    const { entries } = (await app.call(anne, adminAudit.listAudit)).body
    const actions = entries.map(({ action }) => action).sort()
    expect(actions).toEqual(['import_confirmed', 'import_ended', 'import_uploaded', 'person_created', 'person_created', 'person_updated'])

    const done = await state()
    const again = await check(anne, file)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 3 })
    expect(await confirm(anne, again.id)).toMatchObject({ status: 'done', created: 0, updated: 0, deactivated: 0 })
    expect(await state()).toEqual(done)
    expect(await app.mails()).toEqual([])
  })

  test('keeps letters beyond the basic plane, wherever the file is read in parts', async () => {
    const title = '😀'.repeat(50)
    // Of both parities, so that some parts end within a pair of surrogates.
    const lines = Array.from({ length: 300 }, (_, line) => `${at(`n${line}`)},A,B,${'x'.repeat(line % 5)}${title}`)
    const checked = await check(anne, csv('email,first_name,last_name,job_title', ...lines))
    await confirm(anne, checked.id)
    const stored = await rows(
      app.database.db,
      { title: t.text },
      sql`select distinct ltrim(job_title, 'x') as title from users where company_id = ${company.id} and last_name = 'B'`,
    )
    expect(stored).toEqual([{ title }])
  })

  test('of a German spreadsheet on Windows: semicolons, Windows-1252, its own header in any order, CRLF', async () => {
    const text = csv(
      'Nachname;Vorname;Führungskraft;E-Mail-Adresse;Abteilung;Bemerkung;Rolle',
      `Größe;Jürgen;;${at('juergen')};Vertrieb;egal;Mitarbeiter`,
    )
    const checked = await check(anne, Buffer.from(text, 'latin1'))
    expect(checked).toMatchObject({
      status: 'checked',
      created: 1,
      columns: ['email', 'first_name', 'last_name', 'department', 'manager_email', 'role'],
    })
    await confirm(anne, checked.id)
    expect(await find(at('juergen'))).toMatchObject({ first_name: 'Jürgen', last_name: 'Größe', department: 'Vertrieb' })
  })

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['a hint of the delimiter', (text: string) => Buffer.from(`sep=,\r\n${text}`)],
  ])('%s is understood', async (_what, encode) => {
    const file = encode(csv('البريد الإلكتروني,الاسم الأول,اسم العائلة', `${at('sami')},سامي,حداد`))
    expect(await check(anne, file)).toMatchObject({ status: 'checked', created: 1, columns: ['email', 'first_name', 'last_name'] })
  })

  test.each([
    ['quotes left open', 'email,first_name\na@b.example,"open\nc@d.example,x\n', 'quotes_open'],
    ['no address', 'name,age\nx,1\n', 'no_email_column'],
    ['a column twice', 'email,e-mail\na@b.example,c@d.example\n', 'column_twice'],
    ['zero lines', 'email,first_name,last_name\n', 'empty'],
    ['nothing', '', 'empty'],
    ['a line without end', `email,first_name\n${'x'.repeat(100_000)}`, 'line_too_long'],
    ['a line of empty cells', `email,first_name\n${','.repeat(20_000)}`, 'line_too_long'],
    ['too many lines', `email\n${'a@b.example\n'.repeat(50_001)}`, 'too_many_lines'],
    ['a broken UTF-8', Buffer.concat([Buffer.from('\uFEFFemail\n'), Buffer.from([0xc3, 0x28])]), 'encoding_unknown'],
    ['a spreadsheet’s own format', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 9, 9]), 'unreadable'],
  ])('%s: refused as a whole', async (_what, file, failure) => {
    expect(await check(anne, file)).toMatchObject({ status: 'failed', failure })
    expect(await rows(app.database.db, {}, sql`select from people_import_lines where company_id = ${company.id}`)).toEqual([])
    expect((await check(anne, csv('email,first_name,last_name', `${at('x')},A,B`))).status, 'the next one may come').toBe('checked')
  })

  test('each wrong line is reported with its number, field, code and value; the others are imported', async () => {
    const taken = await createUser(app, company, { registration_number: `R-9-${mark}` })
    const file = csv(
      'email,first_name,last_name,job_title,registration_number,locale,manager_email,role',
      `${at('good')},Good,One,,,,,`,
      `not an address,A,B,,,,,`,
      `,A,B,,,,,`,
      `${at('formula')},"=HYPERLINK(""http://x.example"")",B,,,,,`,
      `${at('good')},Twice,Two,,,,,`,
      `also no address,A,B,,,,,`,
      `${at('number')},A,B,,R-9-${mark},,,`,
      `${at('language')},A,B,,,Klingon,,`,
      `${at('lost')},A,B,,,,${at('missing')},`,
      `${at('follows')},A,B,,,,${at('lost')},`,
      `${at('self')},A,B,,,,${at('self')},`,
      `${at('one')},A,B,,,,${at('two')},`,
      `${at('two')},A,B,,,,${at('one')},`,
      `${at('role')},A,B,,,,,king`,
      `${anne.email},Anne,Last,,,,,employee`,
      `${at('nameless')},,B,,,,,`,
      `${at('long')},A,B,${'x'.repeat(121)},,,,`,
      `${at('cells')},A,B,,,,,,,,`,
      // What is reported of it ends within a letter.
      `${'x'.repeat(199)}😀,A,B,,,,,`,
    )
    const checked = await check(anne, file)
    expect(await errors(anne, checked.id)).toEqual([
      '3 email invalid not an address',
      '4 email missing',
      '5 first_name formula =HYPERLINK("http://x.example")',
      `6 email duplicate ${at('good')}`,
      '7 email invalid also no address',
      `8 registration_number taken R-9-${mark}`,
      '9 locale unknown Klingon',
      `10 manager_email unknown_person ${at('missing')}`,
      `11 manager_email unknown_person ${at('lost')}`,
      `12 manager_email manager_is_yourself ${at('self')}`,
      `13 manager_email hierarchy_cycle ${at('two')}`,
      `14 manager_email hierarchy_cycle ${at('one')}`,
      '15 role unknown king',
      '16 role cannot_demote_yourself employee',
      '17 first_name missing',
      `18 job_title too_long ${'x'.repeat(121)}`,
      '19 line too_many_cells 11',
      `20 email invalid ${'x'.repeat(199)}\ufffd`,
    ])
    expect(checked).toMatchObject({ created: 1, errors_count: 18, lines: 19 })
    const { body } = await app.call(anne, adminImports.exportImportErrors, { params: { id: checked.id } })
    const sheet = body as unknown as string
    expect(sheet.split('\r\n')).toHaveLength(20)
    expect(sheet).toContain(`\r\nnot an address,A,B,,,,,,,3,email: invalid\r\n`)
    await confirm(anne, checked.id)
    expect(await find(at('good'))).toMatchObject({ first_name: 'Good' })
    expect(await find(taken.email)).toMatchObject({ registration_number: `R-9-${mark}` })
    expect(await find(anne.email)).toMatchObject({ role: 'admin' })
  })

  test('numbers may be exchanged between two people', async () => {
    const [a, b] = [`A-${mark}`, `B-${mark}`]
    const one = await createUser(app, company, { registration_number: a })
    const two = await createUser(app, company, { registration_number: b })
    const checked = await check(anne, csv('email,registration_number', `${one.email},${b}`, `${two.email},${a}`))
    expect(checked).toMatchObject({ updated: 2, errors_count: 0 })
    await confirm(anne, checked.id)
    expect([await find(one.email), await find(two.email)]).toMatchObject([{ registration_number: b }, { registration_number: a }])
  })

  test('numbers are compared without case and in any script’s digits: twice in the file, of someone else, and exchanged', async () => {
    const [one, two, three] = await Promise.all(
      [`A-1${mark}`, `B-2${mark}`, `C-3${mark}`].map((registration_number) => createUser(app, company, { registration_number })),
    )
    const form = (text: string) => text.toUpperCase().replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    const lines = [`${at('new')},D-4${mark}`, `${at('same')},${form(`d-4${mark}`)}`, `${at('taken')},${form(`c-3${mark}`)}`]
    const head = 'email,first_name,last_name,registration_number'
    const checked = await check(anne, csv(head, ...lines.map((line) => line.replace(',', ',A,B,'))))
    expect((await errors(anne, checked.id)).map((error) => error.split(' ').slice(0, 3).join(' '))).toEqual([
      '3 registration_number duplicate',
      '4 registration_number taken',
    ])
    await app.call(anne, adminImports.deleteImport, { params: { id: checked.id } })
    const swap = await check(
      anne,
      csv('email,registration_number', `${one?.email},${form(`b-2${mark}`)}`, `${two?.email},${form(`a-1${mark}`)}`),
    )
    expect(await confirm(anne, swap.id)).toMatchObject({ status: 'done', updated: 2, errors_count: 0 })
    expect((await find(three?.email ?? ''))?.registration_number).toBe(`C-3${mark}`)
  })

  test('our own export changes nothing, whatever the texts look like to a spreadsheet', async () => {
    const job_title = "Dev;=cmd|'/C calc'!A0;x"
    const body = { email: at('lea'), first_name: "'=Léa", last_name: '-Roy, "=1"', job_title, registration_number: '+7', invite: false }
    expect((await app.call(anne, adminPeople.createPerson, { body })).status).toBe(200)
    const exported = (await app.call(await signIn(app, anne), adminPeople.exportPeople)).body as unknown as string
    const checked = await check(anne, exported)
    expect(await errors(anne, checked.id)).toEqual([])
    expect(checked).toMatchObject({ created: 0, updated: 0, errors_count: 0 })
  })

  test('deactivates who is missing only when asked to, never who imports, and lets the deactivated in again', async () => {
    await ask(app, anne, [camille])
    const file = csv('email,first_name,last_name', `${at('lea')},Léa,Roy`)
    const first = await check(anne, file)
    expect(first.missing).toBe(1)
    expect(await confirm(anne, first.id)).toMatchObject({ deactivated: 0 })
    expect((await find(camille.email))?.status).toBe('active')
    const second = await check(anne, file)
    expect(await confirm(anne, second.id, { deactivate_missing: true })).toMatchObject({ status: 'done', deactivated: 1 })
    expect((await find(camille.email))?.status).toBe('deactivated')
    expect((await find(anne.email))?.status).toBe('active')
    expectProblem(await readOwn(app, camille), 401, 'unauthenticated')
    const third = await check(anne, csv('email,first_name,last_name', `${camille.email},Camille,Martin`))
    expect(third).toMatchObject({ updated: 1 })
    await confirm(anne, third.id)
    expect((await readOwn(app, await signIn(app, camille))).status).toBe(200)
  })

  test('killed in the middle it goes on where it stopped, and does nothing twice', async () => {
    const lines = Array.from({ length: 600 }, (_, i) => `${at(`p${i}`)},First${i},Last${i},${i === 0 ? '' : at(`p${i - 1}`)}`)
    const checked = await check(anne, csv('email,first_name,last_name,manager_email', ...lines))
    await app.database.db.execute(sql`create function fail_once() returns trigger language plpgsql as $$
      begin if new.email like 'p400-%' then raise exception 'killed'; end if; return new; end $$`)
    await app.database.db.execute(sql`create trigger fail_once before insert on users for each row execute function fail_once()`)
    expect(await confirm(anne, checked.id)).toMatchObject({ status: 'importing', created: 400, done_lines: 401 })
    await app.database.db.execute(sql`drop function fail_once() cascade`)
    await app.runImports()
    expect((await get(anne, checked.id)).created, 'the claim of the process that died has not ended').toBe(400)
    app.advance(3 * MINUTE_MS)
    await app.runImports()
    expect(await get(anne, checked.id)).toMatchObject({ status: 'done', created: 600 })
    const [counted] = await rows(
      app.database.db,
      { people: t.int, addresses: t.int, managed: t.int, invitations: t.int, entries: t.int },
      sql`select count(*)::int as people, count(distinct email)::int as addresses, count(manager_id)::int as managed,
        (select count(*)::int from outbox where company_id = ${company.id} and kind = 'invitation') as invitations,
        (select count(*)::int from audit_log where company_id = ${company.id} and action = 'person_created') as entries
        from users where company_id = ${company.id} and email like ${`p%-${mark}@company.example`}`,
    )
    expect(counted).toEqual({ people: 600, addresses: 600, managed: 599, invitations: 600, entries: 600 })
    await app.database.db.execute(sql`delete from outbox where company_id = ${company.id}`)
  })

  test('two at once: the second is refused; a discarded one makes room; what has ended cannot be confirmed', async () => {
    const file = csv('email,first_name,last_name', `${at('lea')},Léa,Roy`)
    const both = await Promise.all([upload(anne, file), upload(anne, file)])
    const [accepted, refused] = both.sort((one, other) => one.status - other.status)
    expect([accepted?.status, refused?.status, refused?.body.code]).toEqual([200, 409, 'import_running'])
    const id = accepted?.body.id as string
    await app.runImports()
    expect((await upload(anne, file)).status, 'checked, not confirmed').toBe(409)
    expect((await app.call(anne, adminImports.deleteImport, { params: { id } })).status).toBe(200)
    const next = await check(anne, file)
    await app.mails()
    await confirm(anne, next.id, { invite: false })
    expect(await app.mails()).toEqual([])
    expectProblem(await app.call(anne, adminImports.confirmImport, { params: { id: next.id }, body: {} }), 409, 'import_not_checked')
    expect((await app.call(anne, adminImports.listImports)).body.imports.map(({ status }) => status)).toEqual(['done'])
  })

  test('more than 20 MB is refused without being read', async () => {
    expect((await upload(anne, Buffer.alloc(21 * 1024 * 1024, 'x'))).status).toBe(413)
  })
})
