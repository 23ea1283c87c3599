import { feedback } from '@reflet/contract/feedback'
import { hierarchy, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, createCompany, createUser, openSession, type TestCompany, type TestUser } from '../../test/factories.ts'
import { addManager, BOSS, codeOf, inviteManager, linkCalls, tokenIn } from '../../test/manager.ts'
import { oneClick, stopLinksIn, stopMailsTo } from '../../test/stop-links.ts'
import { forgetReplaced } from './schedules.commands.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let app: TestApp
let company: TestCompany
let me: TestUser
let ada: TestUser
let link: ReturnType<typeof linkCalls>

beforeAll(async () => {
  app = await buildTestApp()
  link = linkCalls(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  company = await createCompany(app, { badges_active: true })
  me = await createUser(app, company, { first_name: 'Camille', last_name: 'Martin', locale: 'fr' })
  ada = await createUser(app, company, { first_name: 'Ada', last_name: 'Able' })
  await app.mails()
})

const add = (email = BOSS, who = me) => addManager(app, who, email)
const invite = (email = BOSS) => inviteManager(app, me, email)
const remind = () => app.call(me, hierarchy.remindManager)
const listed = async () => (await app.call(me, hierarchy.getHierarchy, { params: { userId: '1' } })).body
/** Days go by; the session is opened anew. */
async function later(milliseconds: number) {
  app.advance(milliseconds)
  me = { ...me, token: await openSession(app, company.id, me.id) }
}

describe('naming a manager', () => {
  test('mails them a link, and says what became of it', async () => {
    const named = await add()
    expect(named.body.manager).toMatchObject({ email: BOSS, first_name: 'Olga', reminded_at: null, filled_at: null, can_remind: false })
    const [mail, ...others] = await app.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Camille Martin vous demande de remplir sa hiérarchie')
    expect(mail?.text).toContain(`${app.url}/hierarchical-list/`)
    expect(JSON.stringify(mail?.headers.get('list'))).toContain(`/stop?link=${tokenIn(mail)}`)
    const view = await link.open(tokenIn(mail))
    expect(view.body).toMatchObject({
      locale: 'fr',
      employee: { id: null, first_name: 'Camille', last_name: 'Martin' },
      manager: { email: BOSS, first_name: 'Olga', last_name: 'Boss' },
      filled_at: null,
      mails_stopped: false,
    })
  })

  test('writes to a colleague in their language, with the link all the same', async () => {
    const greta = await createUser(app, company, { locale: 'de' })
    await add(greta.email)
    const [mail] = await app.mails()
    expect(mail?.subject).toContain('bittet Sie, die Hierarchie auszufüllen')
    expect((await link.open(tokenIn(mail))).status).toBe(200)
  })

  test('refuses oneself', async () => {
    expect(codeOf(await add(me.email.toUpperCase()))).toEqual([422, 'cannot_add_yourself'])
  })

  test('anew ends the old link', async () => {
    const first = await invite()
    const second = await invite('other@partner.example')
    expect(codeOf(await link.open(first))).toEqual([410, 'gone'])
    expect((await link.open(second)).status).toBe(200)
    expect((await listed()).manager).toMatchObject({ email: 'other@partner.example' })
  })

  test('the same one again waits for a day, and keeps the link', async () => {
    const token = await invite()
    expect(codeOf(await add())).toEqual([409, 'reminded_recently'])
    await later(DAY - HOUR)
    expect(codeOf(await add())).toEqual([409, 'reminded_recently'])
    await later(HOUR)
    expect(await invite()).toBe(token)
  })

  test('in turns sends no more mails to either', async () => {
    await add()
    await add('other@partner.example')
    expect(codeOf(await add())).toEqual([409, 'reminded_recently'])
    expect(await app.mails()).toHaveLength(1)
    expect((await listed()).manager).toMatchObject({ email: 'other@partner.example' })
  })

  test('several employees may name the same', async () => {
    await add()
    expect((await add(BOSS, ada)).status).toBe(200)
    const mails = await app.mails()
    expect(new Set(mails.map(tokenIn)).size).toBe(2)
  })

  test('several at once names one', async () => {
    for (let i = 0; i < 5; i++) {
      const who = await createUser(app, company)
      const named = [BOSS, BOSS, 'other@partner.example', 'third@partner.example']
      const replies = await Promise.all(named.map((email) => add(email, who)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
      expect(
        await rows(app.database.db, sql`select 1 from hierarchy_invitations where user_id = ${who.id} and replaced_at is null`),
      ).toHaveLength(1)
    }
  })
})

describe('reminding', () => {
  test('needs a manager', async () => {
    expect(codeOf(await remind())).toEqual([409, 'manager_missing'])
  })

  test('at most once a day, the first mail included', async () => {
    const token = await invite()
    expect(codeOf(await remind())).toEqual([409, 'reminded_recently'])
    await later(DAY)
    expect((await listed()).manager?.can_remind).toBe(true)
    expect((await remind()).body.manager).toMatchObject({ can_remind: false })
    const [mail] = await app.mails()
    expect(mail?.subject).toBe('Il est encore temps d’aider Camille Martin')
    expect(tokenIn(mail)).toBe(token)
    expect(codeOf(await remind())).toEqual([409, 'reminded_recently'])
  })

  test('gives an ended link its full time again', async () => {
    const token = await invite()
    await later((MANAGER_LINK_DAYS + 1) * DAY)
    expect(codeOf(await link.open(token))).toEqual([410, 'gone'])
    await remind()
    await later((MANAGER_LINK_DAYS - 1) * DAY)
    expect((await link.open(token)).status).toBe(200)
  })

  test('is over when the list is filled', async () => {
    const token = await invite()
    await link.fill(token, {})
    await later(DAY)
    expect(codeOf(await remind())).toEqual([409, 'hierarchy_filled'])
    expect((await add()).body.manager, 'asking again begins anew').toMatchObject({ filled_at: null })
  })
})

describe('the employee is told', () => {
  const news = async () =>
    (await app.call(me, newsfeed.listNews, { query: {} })).body.newsfeed.filter(({ kind }) => kind === 'hierarchy_filled')

  test('once for several saves, by news and by mail', async () => {
    const token = await invite()
    for (let i = 0; i < 10; i++) {
      expect((await link.fill(token, {})).status).toBe(200)
      app.advance(60_000)
      await app.sendMails()
    }
    expect(await news()).toMatchObject([{ is_read: false, actor: null }])
    const mails = await app.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Olga Boss a rempli votre hiérarchie'])
    expect(mails[0]?.text).toContain(`${app.url}/badge-hierarchical-list`)
    expect(mails[0]?.text).toContain('/profile?notifications')
    await app.call(me, newsfeed.readNews, { body: { all: true } })
    await link.fill(token, {})
    expect(await news()).toHaveLength(2)
    expect(await app.mails()).toHaveLength(1)
  })

  test('who did it, when it is a colleague', async () => {
    await link.fill(await invite(ada.email), {})
    expect(await news()).toMatchObject([{ actor: { first_name: 'Ada' } }])
  })

  test('not by mail when they do not want it', async () => {
    const token = await invite()
    await app.call(me, people.updateUser, { params: { userId: '1' }, body: { notifications: { hierarchy: { email: false } } } })
    await link.fill(token, {})
    expect(await app.mails()).toEqual([])
    expect(await news()).toHaveLength(1)
  })
})

describe('a manager who wants no mails', () => {
  test('gets none from anybody of the company, and the employee sees it', async () => {
    const askForFeedback = () =>
      app.call(me, feedback.createRequest, {
        body: { skill_ids: company.skillIds.slice(0, 1), recipients: [{ email: BOSS }], idempotency_key: aKey() },
      })
    await askForFeedback()
    expect(await app.mails()).toHaveLength(1)
    await add()
    const [mail] = await app.mails()
    const token = tokenIn(mail)
    const stopped = await oneClick(stopLinksIn(mail).header)
    expect([stopped.status, await stopped.json()]).toEqual([200, { result: true }])
    expect((await link.open(token)).body.mails_stopped).toBe(true)
    expect((await listed()).manager?.mails_stopped).toBe(true)
    await add(BOSS, ada)
    await later(DAY)
    expect((await remind()).status).toBe(200)
    await askForFeedback()
    expect(await app.mails()).toEqual([])
    await invite('other@partner.example')
    await later(DAY)
    expect((await add()).body.manager, 'named again, in another invitation').toMatchObject({ email: BOSS })
    expect(await app.mails()).toEqual([])
  })

  test('hears from other companies as before', async () => {
    await invite()
    await stopMailsTo(app, company.id, BOSS)
    const elsewhere = await createUser(app, await createCompany(app, { badges_active: true }))
    await add(BOSS, elsewhere)
    expect(await app.mails()).toHaveLength(1)
  })

  test('can say so from the mail of an employee who has asked another manager since', async () => {
    await add()
    const { token } = stopLinksIn((await app.mails())[0])
    await invite('other@partner.example')
    expect((await link.stop(token)).status).toBe(200)
    await app.mails()
    await add(BOSS, ada)
    expect(await app.mails()).toEqual([])
    app.advance(91 * DAY)
    await forgetReplaced(app.platform)
    expect((await link.stop(token)).status, 'also when the invitation was forgotten').toBe(200)
  })

  test('gets none when they said so to a request for feedback', async () => {
    await app.database.db.execute(
      sql`insert into guests (company_id, id, email, locale, stopped_at, created_at) values (${company.id}, gen_random_uuid(), ${BOSS}, 'en', now(), now())`,
    )
    expect((await add()).status).toBe(200)
    expect(await app.mails()).toEqual([])
  })

  test('gets none as a colleague who switched them off', async () => {
    await app.call(ada, people.updateUser, { params: { userId: '1' }, body: { notifications: { hierarchy: { email: false } } } })
    expect((await add(ada.email)).status).toBe(200)
    expect(await app.mails()).toEqual([])
  })
})
