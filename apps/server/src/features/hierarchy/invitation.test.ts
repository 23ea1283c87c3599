import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { hierarchy, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, type TestUser } from '../../test/factories.ts'
import { addManager, BOSS, inviteManager, linkCalls, tokenIn } from '../../test/invitation.ts'
import { oneClick, stopLinksIn } from '../../test/stop-links.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { forgetReplaced } from './schedules.commands.ts'

const app = useTestApp()
const { company, me, ada } = useCompanyPerTest(
  app,
  { me: { first_name: 'Camille', last_name: 'Martin', locale: 'fr' }, ada: { last_name: 'Able' } },
  { badges_active: true },
)
const link = linkCalls(app)

beforeEach(() => app.mails())

const add = (email = BOSS, who = me) => addManager(app, who, email)
const invite = (email = BOSS) => inviteManager(app, me, email)
const remind = () => app.call(me, hierarchy.remindManager)
const listed = async () => (await app.call(me, hierarchy.getHierarchy, { params: { userId: '1' } })).body
const withoutMails = (who: TestUser) =>
  app.call(who, people.updateUser, { params: { userId: '1' }, body: { notifications: { hierarchy: { email: false } } } })
/** Advances the clock by days and renews the session. */
const later = (milliseconds: number) => passTime(app, milliseconds, me)

describe('inviting a manager', () => {
  test('sends them a link by mail, and shows the state of the invitation', async () => {
    const named = await add()
    expect(named.body.manager).toMatchObject({ email: BOSS, first_name: 'Olga', reminded_at: null, filled_at: null, can_remind: false })
    const [mail, ...others] = await app.mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Camille Martin vous demande de préciser son entourage professionnel')
    expect(mail?.text).toContain(`${app.url}/hierarchical-list/`)
    expect(JSON.stringify(mail?.headers.get('list'))).toContain(`/stop?link=${tokenIn(mail)}`)
    const view = await link.open(tokenIn(mail))
    expect(view.body).toMatchObject({
      locale: 'fr',
      locale_is_chosen: false,
      employee: { id: null, first_name: 'Camille', last_name: 'Martin' },
      manager: { email: BOSS, first_name: 'Olga', last_name: 'Boss' },
      filled_at: null,
      mails_stopped: false,
    })
  })

  test('uses the language of a colleague, with the link as well', async () => {
    const greta = await createUser(app, company, { locale: 'de' })
    await add(greta.email)
    const [mail] = await app.mails()
    expect(mail?.subject).toContain('bittet Sie um Angaben zum Arbeitsumfeld')
    expect((await link.open(tokenIn(mail))).body).toMatchObject({ locale: 'de', locale_is_chosen: true })
  })

  test('with another address invalidates the old link', async () => {
    const first = await invite()
    const second = await invite('other@partner.example')
    expectProblem(await link.open(first), 410, 'gone')
    expect((await link.open(second)).status).toBe(200)
    expect((await listed()).manager).toMatchObject({ email: 'other@partner.example' })
  })

  test('with the same address waits for a day, and keeps the link', async () => {
    const token = await invite()
    expectProblem(await add(), 409, 'reminded_recently')
    await later(DAY_MS - HOUR_MS)
    expectProblem(await add(), 409, 'reminded_recently')
    await later(HOUR_MS)
    expect(await invite()).toBe(token)
  })

  test('alternately sends no more mails to either', async () => {
    await add()
    await add('other@partner.example')
    expectProblem(await add(), 409, 'reminded_recently')
    expect(await app.mails()).toHaveLength(1)
    expect((await listed()).manager).toMatchObject({ email: 'other@partner.example' })
  })

  test('several employees may invite the same manager, none themselves', async () => {
    expectProblem(await add(me.email.toUpperCase()), 422, 'cannot_add_yourself')
    await add()
    expect((await add(BOSS, ada)).status).toBe(200)
    const mails = await app.mails()
    expect(new Set(mails.map(tokenIn)).size).toBe(2)
  })

  test('several concurrent invitations store one', async () => {
    for (let i = 0; i < 5; i++) {
      const who = await createUser(app, company)
      const named = [BOSS, BOSS, 'other@partner.example', 'third@partner.example']
      const replies = await Promise.all(named.map((email) => add(email, who)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
      expect(
        await rows(app.database.db, {}, sql`select from hierarchy_invitations where user_id = ${who.id} and replaced_at is null`),
      ).toHaveLength(1)
    }
  })
})

describe('reminding a manager', () => {
  test('needs an invitation, and is possible at most once a day, the first mail included', async () => {
    expectProblem(await remind(), 409, 'manager_missing')
    const token = await invite()
    expectProblem(await remind(), 409, 'reminded_recently')
    await later(DAY_MS + HOUR_MS)
    expect((await listed()).manager?.can_remind).toBe(true)
    expect((await remind()).body.manager).toMatchObject({ can_remind: false })
    const [mail] = await app.mails()
    expect(mail?.subject).toBe('Il est encore temps d’aider Camille Martin')
    expect(tokenIn(mail)).toBe(token)
    expectProblem(await remind(), 409, 'reminded_recently')
  })

  test('comes a day after the invitation has left, at the earliest', async () => {
    app.refuseMails(true)
    await add()
    await app.mails()
    await later(DAY_MS + HOUR_MS)
    expect((await listed()).manager?.can_remind).toBe(false)
    expectProblem(await remind(), 409, 'reminded_recently')
    app.refuseMails(false)
    await later(DAY_MS)
    expect(await app.mails()).toHaveLength(1)
    expectProblem(await remind(), 409, 'reminded_recently')
    await later(DAY_MS + HOUR_MS)
    expect((await remind()).status).toBe(200)
  })

  test('renews an expired link', async () => {
    const token = await invite()
    await later((MANAGER_LINK_DAYS + 1) * DAY_MS)
    expectProblem(await link.open(token), 410, 'gone')
    await remind()
    await later((MANAGER_LINK_DAYS - 1) * DAY_MS)
    expect((await link.open(token)).status).toBe(200)
  })

  test('is refused when the lists are filled', async () => {
    const token = await invite()
    await link.fill(token, {})
    await later(DAY_MS)
    expectProblem(await remind(), 409, 'hierarchy_filled')
    expect((await add()).body.manager, 'asking again begins anew').toMatchObject({ filled_at: null })
  })
})

describe('the employee is notified', () => {
  const news = async () =>
    (await app.call(me, newsfeed.listNews, { query: {} })).body.newsfeed.filter(({ kind }) => kind === 'hierarchy_filled')

  test('once for several saves, by a news item and by mail', async () => {
    const token = await invite()
    for (let i = 0; i < 10; i++) {
      expect((await link.fill(token, {})).status).toBe(200)
      app.advance(MINUTE_MS)
      await app.sendMails()
    }
    expect(await news()).toMatchObject([{ is_read: false, actor: null }])
    const mails = await app.mails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Olga Boss a précisé votre entourage professionnel'])
    expect(mails[0]?.text).toContain(`${app.url}/badge-hierarchical-list`)
    expect(mails[0]?.text).toContain('/profile?notifications')
    await app.call(me, newsfeed.readNews, { body: { all: true } })
    await link.fill(token, {})
    expect(await news()).toHaveLength(2)
    expect(await app.mails()).toHaveLength(1)
  })

  test('by name when the manager is a colleague, not by mail if they opted out', async () => {
    const token = await invite(ada.email)
    await withoutMails(me)
    await link.fill(token, {})
    expect(await app.mails()).toEqual([])
    expect(await news()).toMatchObject([{ actor: { first_name: 'Ada' } }])
  })
})

describe('a manager who has unsubscribed', () => {
  test('gets no reminder and no other invitation', async () => {
    await add()
    const [mail] = await app.mails()
    expect((await oneClick(stopLinksIn(mail).header)).status).toBe(200)
    expect((await link.open(tokenIn(mail))).body.mails_stopped).toBe(true)
    await later(DAY_MS + HOUR_MS)
    expect((await remind()).status).toBe(200)
    expect(await app.mails()).toEqual([])
    await invite('other@partner.example')
    await later(DAY_MS)
    expect((await add()).body.manager, 'named again, in another invitation').toMatchObject({ email: BOSS, mails_stopped: true })
    expect(await app.mails()).toEqual([])
  })

  test('can unsubscribe from the mail of an employee who has invited another manager since', async () => {
    await add()
    const { token } = stopLinksIn((await app.mails())[0])
    await invite('other@partner.example')
    expect((await link.stop(token)).status).toBe(200)
    await app.mails()
    await add(BOSS, ada)
    expect(await app.mails()).toEqual([])
    app.advance(91 * DAY_MS)
    await forgetReplaced(app.platform)
    expect((await link.stop(token)).status, 'also when the invitation was forgotten').toBe(200)
  })

  test('gets none as a colleague who switched them off', async () => {
    await withoutMails(ada)
    expect((await add(ada.email)).status).toBe(200)
    expect(await app.mails()).toEqual([])
  })
})
