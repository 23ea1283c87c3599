import { account } from '@reflet/contract/account'
import { adminAudit } from '@reflet/contract/admin-audit'
import { adminImports } from '@reflet/contract/admin-imports'
import { adminPeople } from '@reflet/contract/admin-people'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { security } from '@reflet/contract/security'
import { session } from '@reflet/contract/session'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { exportCalls } from '../../../test/exports.ts'
import { createCompany, createUser, signIn, type TestUser } from '../../../test/factories.ts'
import { importCalls } from '../../../test/imports.ts'
import { logIn, PASSWORD, readOwn, resetToken, tokenIn, usePasswords } from '../../../test/logins.ts'
import { meanwhile } from '../../../test/meanwhile.ts'
import { type Directory, directoryOf, ENTERPRISE } from '../../../test/scim.ts'
import { passTime, useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { openSession } from '../../session/sessions.commands.ts'

const app = useTestApp()
const { company, anne } = useCompany(app, { anne: { role: 'admin' } })
const personOf = usePasswords(app, company)
const imports = importCalls(app)
const { exportOf } = exportCalls(app)
let directory: Directory
let number = 0
let numbers = 0
let zoe: TestUser
const NEW_PASSWORD = 'another long enough phrase'

beforeEach(async () => {
  app.advance(2 * DAY_MS)
  Object.assign(anne, await signIn(app, anne))
  zoe = await personOf({ first_name: 'Zoe' })
  directory ??= await directoryOf(app, anne)
  await app.mails()
})

const anAddress = (name = 'address') => `${name}-${++number}@company.example`
const bySCIM = (who: TestUser, userName: string) =>
  directory.patch(`/Users/${who.id}`, [{ op: 'replace', path: 'userName', value: userName }])
const byPage = (who: TestUser, email: string) => app.call(anne, adminPeople.updatePerson, { params: { id: who.id }, body: { email } })
const mailsBy = async () => Object.groupBy(await app.mails(), ({ to }) => (to as { text: string }).text)
const forget = (email: string) => app.call(null, session.forgottenPassword, { body: { email } })
const setPassword = (token: string, password = NEW_PASSWORD) => app.call(null, session.resetPassword, { body: { token, password } })
const restore = (token: string) => app.call(null, adminPeople.refuseAddressChange, { params: { token } })
const keep = (token: string) => app.call(null, adminPeople.confirmAddressChange, { params: { token } })
const addressOf = async ({ id }: TestUser) => (await app.call(anne, adminPeople.getPerson, { params: { id } })).body.email

/** A directory changes the address; the link in the mail to the mailbox of before. */
async function changed(to = anAddress('mallory')) {
  expect((await bySCIM(zoe, to)).status).toBe(200)
  const mails = await mailsBy()
  const [mail] = mails[zoe.email] ?? []
  expect(mail?.subject).toBe('The address of your Reflet account has changed')
  return { to, link: tokenIn(mail?.text) }
}

/** As a single sign-on of the person opens it. */
const signOn = (who: TestUser, { id: company_id } = company) =>
  app.database.db.transaction((tx) =>
    openSession(
      app.platform,
      tx,
      { company_id, id: who.id, session_days: 30 },
      { method: 'saml' },
      { ip: '192.0.2.7', device: null, userAgent: '' },
    ),
  )

describe('an address that a directory changes', () => {
  test('is mailed to the mailbox of before, also when it is changed back at once; the reset mail leaves a day later', async () => {
    const to = anAddress('mallory')
    await bySCIM(zoe, to)
    await forget(to)
    await bySCIM(zoe, zoe.email)
    const mails = await mailsBy()
    expect(mails[zoe.email]).toHaveLength(1)
    expect(mails[to], 'no way back to an address in between, and no reset').toBeUndefined()
    await passTime(app, 2 * DAY_MS, anne)
    expect(await app.mails(), 'the link ended with the change back').toEqual([])
  })

  test('is mailed to it also when the account is deactivated at once', async () => {
    const to = anAddress('mallory')
    await bySCIM(zoe, to)
    await directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', path: 'active', value: false }])
    const link = tokenIn((await mailsBy())[zoe.email]?.[0]?.text)
    expect((await restore(link)).status).toBe(200)
    expect(await addressOf(zoe)).toBe(zoe.email)
  })

  test('gives no way in for a day, and is undone within seven with all that was done since', async () => {
    const { to, link } = await changed()
    await forget(to)
    app.advance(22 * HOUR_MS)
    expect(await app.mails()).toEqual([])
    app.advance(3 * HOUR_MS)
    const [reset] = await app.mails()
    expect((await setPassword(tokenIn(reset?.text))).status).toBe(200)
    const mallory = { token: (await logIn(app, to, NEW_PASSWORD)).body.access_token }
    expect((await readOwn(app, mallory)).status).toBe(200)

    await passTime(app, 5 * DAY_MS, anne)
    expect((await app.call(null, adminPeople.getAddressChange, { params: { token: link } })).body).toMatchObject({
      changed: true,
      email: zoe.email,
      new_email: to,
    })
    expect((await restore(link)).status).toBe(200)
    expect((await mailsBy())[anne.email]?.map(({ subject }) => subject)).toEqual([expect.stringContaining('Address restored')])
    expect(await addressOf(zoe)).toBe(zoe.email)
    expectProblem(await readOwn(app, mallory), 401, 'unauthenticated')
    for (const [email, password] of [
      [to, NEW_PASSWORD],
      [zoe.email, NEW_PASSWORD],
    ] as const)
      expectProblem(await logIn(app, email, password), 401, 'unauthenticated')
    expect((await setPassword(await resetToken(app, zoe.email))).status).toBe(200)
    expectProblem(await restore(link), 410, 'gone')
    const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'address_restored' } })).body
    expect(entries[0]).toMatchObject({ target: { id: zoe.id } })
  })

  test('gives the address in between no way back, also when its mailbox has confirmed it', async () => {
    const to = anAddress('mallory')
    await bySCIM(zoe, to)
    expect((await keep(tokenIn((await mailsBy())[to]?.[0]?.text))).status).toBe(200)
    await bySCIM(zoe, zoe.email)
    expect((await mailsBy())[to]).toBeUndefined()
    expect((await logIn(app, zoe.email)).status).toBe(200)
    const { rows } = await app.database.pool.query('select email from former_addresses where user_id = $1', [zoe.id])
    expect(rows).toEqual([{ email: zoe.email }])
  })

  test('can be restored for seven days, and keeps a password that was not set meanwhile', async () => {
    const [late, early] = [await changed(), { zoe }]
    app.advance(8 * DAY_MS)
    expectProblem(await restore(late.link), 410, 'gone')
    zoe = await personOf()
    expect(early.zoe.id).not.toBe(zoe.id)
    await signIn(app, anne).then((again) => Object.assign(anne, again))
    const { link } = await changed()
    await restore(link)
    expect((await logIn(app, zoe.email)).status).toBe(200)
  })

  test('of two changes the first mailbox undoes both', async () => {
    const { to, link } = await changed()
    const last = anAddress('last')
    await bySCIM(zoe, last)
    const [mail] = (await mailsBy())[to] ?? []
    expect(mail?.subject, 'it may be where she works by now').toBe('The address of your Reflet account has changed')
    expect([mail?.text?.includes(last), tokenIn(mail?.text)], 'or a stranger’s: no mailbox has confirmed it').toEqual([false, ''])
    expect((await restore(link)).status).toBe(200)
    expect(await addressOf(zoe)).toBe(zoe.email)
  })

  test('there and back, and away again later: the mailbox is mailed again, for seven days, and the reset mail is held again', async () => {
    await bySCIM(zoe, anAddress('typo'))
    await bySCIM(zoe, zoe.email)
    await passTime(app, 6 * DAY_MS, anne)
    await app.mails()
    const { to, link } = await changed()
    await forget(to)
    app.advance(22 * HOUR_MS)
    expect(await app.mails()).toEqual([])
    await bySCIM(zoe, zoe.email)
    await passTime(app, 5 * DAY_MS, anne)
    expect((await restore(link)).status).toBe(200)
  })

  test('a further change days later is mailed to the mailboxes of before, and holds the reset mail again, also after a single sign-on', async () => {
    const { to, link } = await changed()
    await signOn(zoe)
    await passTime(app, 2 * DAY_MS, anne)
    await app.mails()
    const last = anAddress('last')
    await bySCIM(zoe, last)
    await forget(last)
    const mails = await mailsBy()
    expect(tokenIn(mails[zoe.email]?.[0]?.text)).toBe(link)
    expect(mails[to]).toHaveLength(1)
    expect(mails[last]?.map(({ subject }) => subject)).toEqual(['Confirm your new e-mail address'])
  })

  test('a change back ends what was begun at the address in between', async () => {
    const { to } = await changed()
    const opened = await signOn(zoe)
    await bySCIM(zoe, zoe.email)
    expectProblem(await readOwn(app, { token: opened.opened.access_token }), 401, 'unauthenticated')
    expect((await logIn(app, zoe.email)).status).toBe(200)
    expect((await mailsBy())[to]).toBeUndefined()
  })

  test('that changes while its mailbox confirms it is not confirmed', async () => {
    const to = anAddress('mine')
    await bySCIM(zoe, to)
    const token = tokenIn((await mailsBy())[to]?.[0]?.text)
    const another = anAddress('of-someone')
    const reply = await meanwhile(
      app,
      async (changing) => {
        await changing.query('update users set email = $2 where id = $1', [zoe.id, another])
        await changing.query('delete from email_changes where user_id = $1', [zoe.id])
      },
      () => keep(token),
      async () => {},
    )
    expectProblem(reply, 410, 'gone')
    const { rows } = await app.database.pool.query('select email, holds_address from users where id = $1', [zoe.id])
    expect(rows).toEqual([{ email: another, holds_address: false }])
  })

  test('ends links and logins that were begun before', async () => {
    const token = await resetToken(app, zoe.email)
    await changed()
    expectProblem(await setPassword(token), 410, 'gone')
  })

  test('is free for no other account that is made at the same moment', async () => {
    const to = anAddress('mallory')
    const reply = await meanwhile(
      app,
      async (changing) => {
        await changing.query('update users set email = $2, holds_address = false where id = $1', [zoe.id, to])
        await changing.query(
          `insert into former_addresses (company_id, id, user_id, email, new_email, token_hash, held, changed_at, latest_at, expires_at)
            values ($1, gen_random_uuid(), $2, $3, $4, '\\x00', true, now(), now(), now() + interval '7 days')`,
          [company.id, zoe.id, zoe.email, to],
        )
      },
      () => app.call(anne, adminPeople.createPerson, { body: { email: zoe.email, first_name: 'Nadia', last_name: 'Belkacem' } }),
      async () => {},
    )
    expectProblem(reply, 409, 'email_taken')
    await app.database.pool.query('delete from former_addresses where user_id = $1', [zoe.id])
  })

  test('is free for no other account while it can be restored', async () => {
    await changed()
    const nadia = { email: zoe.email, first_name: 'Nadia', last_name: 'Belkacem' }
    expectProblem(await app.call(anne, adminPeople.createPerson, { body: nadia }), 409, 'email_taken')
    expect((await directory.post('/Users', { userName: zoe.email, name: { givenName: 'N', familyName: 'B' } })).status).toBe(409)
    const other = await personOf()
    expectProblem(await byPage(other, zoe.email), 409, 'email_taken')
    expect((await bySCIM(other, zoe.email)).status).toBe(409)
    const { id } = await imports.check(anne, `email,first_name,last_name\n${zoe.email},Nadia,Belkacem\n`)
    expect(await imports.errors(anne, id)).toEqual([`2 email taken ${zoe.email}`])
    await app.call(anne, adminImports.deleteImport, { params: { id } })
  })

  test('is confirmed by the mailbox of before: reset mails leave at once', async () => {
    const { to, link } = await changed()
    expect((await keep(link)).body).toEqual({ done: true })
    await app.mails()
    expect(await resetToken(app, to)).not.toBe('')
  })

  test.each([
    ['by a directory, and the mailbox of before keeps the last one', bySCIM, true],
    ['by a directory', bySCIM, false],
    ['on the page, before the mail about it leaves', byPage, true],
  ])('has no way back when it was put between two others %s; who used the account is mailed of a restoring', async (_, change, keeps) => {
    const [planted, last] = [anAddress('planted'), anAddress('married')]
    expect((await change(zoe, planted)).status).toBe(200)
    const first = await mailsBy()
    expect((await keep(tokenIn(first[planted]?.[0]?.text))).status).toBe(200)
    expect((await bySCIM(zoe, last)).status).toBe(200)
    const second = await mailsBy()
    expect(second[planted]).toHaveLength(1)
    expect(tokenIn(second[planted]?.[0]?.text)).toBe('')
    expect((await keep(tokenIn(second[last]?.[0]?.text))).status).toBe(200)
    const link = tokenIn((first[zoe.email] ?? second[zoe.email])?.[0]?.text)
    await mailsBy()
    if (keeps) {
      expect((await keep(link)).status).toBe(200)
      await bySCIM(zoe, planted)
      expect(tokenIn((await mailsBy())[last]?.[0]?.text), 'the last one is kept: it has a way back').not.toBe('')
    } else {
      expect((await restore(link)).status).toBe(200)
      const [mail] = (await mailsBy())[last] ?? []
      expect([mail?.subject, mail?.text?.includes(zoe.email)]).toEqual(['The address of your Reflet account has changed', false])
    }
  })

  test('a single sign-on, which the company may control, does not take the way back', async () => {
    const { link } = await changed()
    await signOn(zoe)
    expect((await restore(link)).status).toBe(200)
    expect(await addressOf(zoe)).toBe(zoe.email)
  })
})

describe('an address that an administrator changes', () => {
  test('changes when the new mailbox confirms; that of before can undo it', async () => {
    const to = anAddress()
    expect((await byPage(zoe, to)).body).toMatchObject({ email: zoe.email, new_email: to })
    const asked = await mailsBy()
    expect(Object.keys(asked)).toEqual([to])
    const token = tokenIn(asked[to]?.[0]?.text)
    expect((await app.call(null, adminPeople.getAddressChange, { params: { token } })).body).toMatchObject({
      changed: false,
      new_email: to,
    })
    const reset = await resetToken(app, zoe.email)
    expect((await keep(token)).body).toEqual({ done: true })
    expect(await addressOf(zoe)).toBe(to)
    expectProblem(await setPassword(reset), 410, 'gone')
    const link = tokenIn((await mailsBy())[zoe.email]?.[0]?.text)
    expect((await restore(link)).status).toBe(200)
    expect(await addressOf(zoe)).toBe(zoe.email)
  })

  test('is refused by the new mailbox: it stays', async () => {
    const to = anAddress()
    await byPage(zoe, to)
    const token = tokenIn((await mailsBy())[to]?.[0]?.text)
    expect((await restore(token)).status).toBe(200)
    expectProblem(await keep(token), 410, 'gone')
    expect(await addressOf(zoe)).toBe(zoe.email)
  })
})

describe('an administrator', () => {
  test('gets another address by a recent sign-in only, and the others are mailed, also of an invited one', async () => {
    const boss = await personOf({ role: 'admin' })
    const { body: invitee } = await app.call(anne, adminPeople.createPerson, {
      body: { email: anAddress('invitee'), first_name: 'New', last_name: 'Boss', role: 'admin' },
    })
    await app.mails()
    app.advance(20 * 60_000)
    for (const id of [boss.id, invitee.id]) {
      const body = { email: anAddress('mallory') }
      expectProblem(await app.call(anne, adminPeople.updatePerson, { params: { id }, body }), 403, 'reauthentication_required')
    }
    Object.assign(anne, await signIn(app, anne))
    await app.call(anne, adminPeople.updatePerson, { params: { id: invitee.id }, body: { email: anAddress('mallory') } })
    expect((await mailsBy())[boss.email]?.map(({ subject }) => subject)).toEqual(['New address for an administrator: New Boss'])
    await bySCIM(boss, anAddress('mallory'))
    expect((await mailsBy())[anne.email]?.[0]?.subject).toContain('New address for an administrator')
  })
})

describe('where a provider knows people by what the company writes', () => {
  // Also by their address: another setting makes it the number.
  beforeEach(() =>
    app.database.pool.query(
      `insert into sign_in_saml (company_id, idp_entity_id, sso_url, certificates, person_by, updated_at)
        values ($1, 'https://idp.example', 'https://idp.example/sso', '{a certificate}', 'email', $2) on conflict do nothing`,
      [company.id, app.now()],
    ),
  )
  afterEach(() => app.database.pool.query('delete from sign_in_saml where company_id = $1', [company.id]))

  const numberBySCIM = (value: string) =>
    directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value }])

  test.each([
    ['address', 'email', true],
    ['number, which says nothing of the address', 'registration_number', false],
  ])('a single sign-on by the %s: whether it confirms a new one', async (_, personBy, confirms) => {
    await app.database.pool.query('update sign_in_saml set person_by = $2 where company_id = $1', [company.id, personBy])
    const { to } = await changed()
    await signOn(zoe)
    await app.mails()
    await forget(to)
    expect((await app.mails()).length, 'the reset mail leaves at once').toBe(confirms ? 1 : 0)
  })

  test('an address changes by a recent sign-in only', async () => {
    app.advance(20 * 60_000)
    expectProblem(await byPage(zoe, anAddress()), 403, 'reauthentication_required')
    Object.assign(anne, await signIn(app, anne))
    expect((await byPage(zoe, anAddress())).status).toBe(200)
  })

  test('a number that changes with the address is restored with it', async () => {
    zoe = await personOf({ first_name: 'Zoe', registration_number: `Z-${++numbers}` })
    await directory.patch(`/Users/${zoe.id}`, [
      { op: 'replace', path: 'userName', value: anAddress('mallory') },
      { op: 'replace', path: `${ENTERPRISE}:employeeNumber`, value: `M-${++numbers}` },
    ])
    expect((await restore(tokenIn((await mailsBy())[zoe.email]?.[0]?.text))).status).toBe(200)
    expect((await app.call(anne, adminPeople.getPerson, { params: { id: zoe.id } })).body.registration_number).toBe(`Z-${numbers - 1}`)
  })

  test('a number that changes while the person is deactivated, or goes to someone else of a file, is mailed', async () => {
    const active = (value: boolean) => directory.patch(`/Users/${zoe.id}`, [{ op: 'replace', path: 'active', value }])
    await active(false)
    await numberBySCIM(`Z-${++numbers}`)
    expect((await mailsBy())[zoe.email]).toHaveLength(1)
    await active(true)
    const eve = await personOf({ first_name: 'Eve' })
    const lines = `email,first_name,last_name,registration_number\n${zoe.email},Zoe,Z,\n${eve.email},Eve,E,Z-${numbers}\n`
    await imports.confirm(anne, (await imports.check(anne, lines)).id)
    const mails = await mailsBy()
    for (const { email } of [zoe, eve])
      expect(mails[email]?.map(({ subject }) => subject)).toEqual(['Your registration number was changed'])
  })

  test('a number changes by a recent sign-in only, and is mailed to who has it, whatever changes it', async () => {
    const another = () => `Z-${++numbers}`
    const byPageNumber = () =>
      app.call(anne, adminPeople.updatePerson, { params: { id: zoe.id }, body: { registration_number: another() } })
    app.advance(20 * 60_000)
    expectProblem(await byPageNumber(), 403, 'reauthentication_required')
    const file = () => `email,first_name,last_name,registration_number\n${zoe.email},Zoe,Z,${another()}\n`
    const { id } = await imports.check(anne, file())
    expectProblem(await app.call(anne, adminImports.confirmImport, { params: { id }, body: {} }), 403, 'reauthentication_required')
    Object.assign(anne, await signIn(app, anne))
    await imports.confirm(anne, id)
    await byPageNumber()
    await numberBySCIM(another())
    const subjects = (await mailsBy())[zoe.email]?.map(({ subject }) => subject)
    expect(subjects).toEqual(Array(3).fill('Your registration number was changed'))
  })
})

test('a sign-in on a new device is mailed also when its session has ended at once', async () => {
  await logIn(app, zoe.email)
  await app.mails()
  const opened = await logIn(app, zoe.email, PASSWORD, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  await app.call({ token: opened.body.access_token }, session.logout)
  expect((await mailsBy())[zoe.email]).toHaveLength(1)
})

describe('an address with an account in another company', () => {
  /** Someone of another company, with a password. */
  async function elsewhere() {
    const lune = await createCompany(app)
    const boss = await createUser(app, lune, { role: 'admin' })
    return { lune, boss, luc: await personOf({ email: anAddress('luc') }) }
  }
  const invited = (boss: TestUser, email: string) =>
    app.call(boss, adminPeople.createPerson, { body: { email, first_name: 'Luc', last_name: 'Moreau' } })

  test('is not refused: not on the page, not by a directory, not in a file', async () => {
    const { boss, luc } = await elsewhere()
    const [second, third] = [await personOf(), await personOf()]
    expect((await invited(boss, luc.email)).status).toBe(200)
    const theirs = await directoryOf(app, boss)
    expect((await theirs.post('/Users', { userName: second.email, name: { givenName: 'A', familyName: 'B' } })).status).toBe(201)
    const file = `email,first_name,last_name\n${third.email},Luc,Moreau\n`
    const { id } = await imports.check(boss, file)
    expect(await imports.errors(boss, id)).toEqual([])
    expect(await imports.confirm(boss, id)).toMatchObject({ created: 1 })
  })

  test('is known to its mailbox: the account that was used keeps it, and the password of the other one is not set', async () => {
    const { boss, luc } = await elsewhere()
    const { body: other } = await invited(boss, luc.email)
    const token = tokenIn((await mailsBy())[luc.email]?.[0]?.text)
    expectProblem(await setPassword(token), 409, 'address_in_use')
    expect((await logIn(app, luc.email, PASSWORD)).status).toBe(200)
    expect((await app.call(boss, adminPeople.getPerson, { params: { id: other.id } })).body.status).toBe('invited')
    expectProblem(await logIn(app, luc.email, 'wrong'), 401, 'unauthenticated')
    const { entries } = (await app.call(boss, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })).body
    expect(entries, 'nor does the log say that someone logs in with it').toEqual([])
  })

  test('is whose mailbox accepts first; a forgotten password invites to both until then', async () => {
    const { boss } = await elsewhere()
    const email = anAddress('new')
    await invited(boss, email)
    await invited(anne, email)
    await app.mails()
    app.advance(2 * 60_000)
    await forget(email)
    const links = ((await mailsBy())[email] ?? []).map(({ text }) => tokenIn(text))
    expect(links).toHaveLength(2)
    expect((await setPassword(links[0] as string)).status).toBe(200)
    expectProblem(await setPassword(links[1] as string), 409, 'address_in_use')
    expect((await logIn(app, email, NEW_PASSWORD)).status).toBe(200)
  })

  test('a directory’s change to it is not refused; the login stays that of the other company’s account', async () => {
    const { lune, boss, luc } = await elsewhere()
    const theirs = await directoryOf(app, boss)
    const paul = await createUser(app, lune, { first_name: 'Paul' })
    const { status } = await theirs.patch(`/Users/${paul.id}`, [{ op: 'replace', path: 'userName', value: luc.email }])
    expect(status).toBe(200)
    const { body } = await logIn(app, luc.email, PASSWORD)
    expect((await readOwn(app, { token: body.access_token })).body.user.id).toBe(luc.id)
    await signOn(paul, lune)
    expect((await logIn(app, luc.email, PASSWORD)).status).toBe(200)
  })

  /** Anyone of the other company, whose directory writes the address. */
  async function probe() {
    const { lune, boss, luc } = await elsewhere()
    const theirs = await directoryOf(app, boss)
    const paul = await usePasswordOf(lune)
    const write = async (userName: string) =>
      expect((await theirs.patch(`/Users/${paul.id}`, [{ op: 'replace', path: 'userName', value: userName }])).status).toBe(200)
    return { lune, boss, luc, paul, write }
  }
  const usePasswordOf = async (lune: TestUser['company']) => {
    const paul = await createUser(app, lune)
    const [{ hash }] = (
      await app.database.pool.query<{ hash: string }>('select password_hash as hash from users where password_hash is not null limit 1')
    ).rows as [{ hash: string }]
    await app.database.pool.query('update users set password_hash = $2 where id = $1', [paul.id, hash])
    return paul
  }

  test('a directory that writes an address does not give it: no login by it, no refusal of another invitation, before its mailbox confirms', async () => {
    const { boss, write, luc, paul } = await probe()
    const free = anAddress('free')
    await write(free)
    expectProblem(await logIn(app, free, PASSWORD), 401, 'unauthenticated')
    const confirm = tokenIn((await mailsBy())[free]?.[0]?.text)
    await invited(anne, free)
    const link = tokenIn((await mailsBy())[free]?.[0]?.text)
    expect((await setPassword(link)).status).toBe(200)
    expectProblem(await keep(confirm), 409, 'address_in_use')
    expect((await logIn(app, free, NEW_PASSWORD)).status).toBe(200)

    const next = anAddress('next')
    await write(next)
    expect((await keep(tokenIn((await mailsBy())[next]?.[0]?.text))).body).toEqual({ done: true })
    expect((await logIn(app, next, PASSWORD)).status).toBe(200)
    expect((await app.call(boss, adminPeople.getPerson, { params: { id: paul.id } })).body.new_email).toBeNull()
    expect((await logIn(app, luc.email, PASSWORD)).status).toBe(200)
  })

  test('a person’s changes back and forth by a directory do not take their login', async () => {
    await bySCIM(zoe, anAddress('away'))
    await bySCIM(zoe, zoe.email)
    expect((await logIn(app, zoe.email)).status).toBe(200)
  })

  test('the log is the same for an address that is free and one that is used elsewhere', async () => {
    const { boss, luc } = await probe()
    const free = anAddress('free')
    for (const email of [free, luc.email]) {
      await app.call(boss, adminPeople.createPerson, { body: { email, first_name: 'A', last_name: 'B', invite: false } })
      expectProblem(await logIn(app, email, 'wrong'), 401, 'unauthenticated')
    }
    const { entries } = (await app.call(boss, adminAudit.listAudit, { query: { action: 'sign_in_refused' } })).body
    expect(entries).toEqual([])
  })

  test('guesses at a password are counted by the account: a session of another company’s account of the address neither unlocks nor reads them', async () => {
    const { luc, write, paul } = await probe()
    await write(luc.email)
    for (let i = 0; i < 9; i++) await logIn(app, luc.email, `wrong ${i}`)
    expect((await app.call(paul, security.reauthenticate, { body: { password: PASSWORD } })).status).toBe(200)
    const profile = (await exportOf(paul)).data.profile
    expect(profile).toMatchObject({ failed_logins: null, known_networks: 0 })
    expect(profile).not.toHaveProperty('holds_address')
    for (let i = 0; i < 2; i++) await logIn(app, luc.email, `wrong again ${i}`)
    expectProblem(await logIn(app, luc.email, PASSWORD), 401, 'unauthenticated')
    expect((await app.call(paul, account.deleteUser)).status).toBe(200)
    expectProblem(await logIn(app, luc.email, PASSWORD), 401, 'unauthenticated')
  })

  test('an account that its company deactivated gives way to a mailbox that accepts', async () => {
    const { boss, luc } = await elsewhere()
    await invited(boss, luc.email)
    const link = tokenIn((await mailsBy())[luc.email]?.[0]?.text)
    await app.call(anne, adminPeople.deactivatePerson, { params: { id: luc.id } })
    expect((await setPassword(link)).status).toBe(200)
    expect((await logIn(app, luc.email, NEW_PASSWORD)).status).toBe(200)
  })

  test('one that can be restored is accepted for no other company’s account meanwhile', async () => {
    const { boss } = await elsewhere()
    await changed()
    await invited(boss, zoe.email)
    expectProblem(await setPassword(tokenIn((await mailsBy())[zoe.email]?.[0]?.text)), 409, 'address_in_use')
  })

  test('is asked for as any other one; its mailbox learns it when it confirms', async () => {
    const { lune, boss, luc } = await elsewhere()
    const paul = await createUser(app, lune, { first_name: 'Paul' })
    const asked = await app.call(boss, adminPeople.updatePerson, { params: { id: paul.id }, body: { email: luc.email } })
    expect(asked.body).toMatchObject({ email: paul.email, new_email: luc.email })
    expectProblem(await keep(tokenIn((await mailsBy())[luc.email]?.[0]?.text)), 409, 'address_in_use')
  })
})
