import { account } from '@reflet/contract/account'
import { adminPeople } from '@reflet/contract/admin-people'
import { badges } from '@reflet/contract/badges'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { earn, publish, publishOne } from '../../test/badges.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser } from '../../test/factories.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { acceptsJson } from '../../test/verifier.ts'
import { resumeCompany, suspendCompany } from '../companies/companies.commands.ts'
import { deleteCompany } from '../companies/deletion.commands.ts'
import { announceBadges } from './schedules.commands.ts'

const app = useTestApp()
const { company, camille } = useCompanyPerTest(app, ['camille'], { badges_active: true })
const skill = (place = 0) => company.skillIds[place] as string
const statusOf = async (id: string, accept = 'text/html') => (await fetch(`${app.url}/badge/${id}`, { headers: { accept } })).status

describe('after its owner has left', () => {
  test('a published badge stays with the name that it shows, valid for every verifier; one that they chose to delete is gone', async () => {
    const [kept, dropped] = [await publishOne(app, camille, 0), await publishOne(app, camille, 1)]
    expect((await app.call(camille, account.deleteUser, { query: { delete_badges: dropped.id } })).status).toBe(200)
    expect([await statusOf(kept.id), await statusOf(dropped.id)]).toEqual([200, 410])
    expect(await (await fetch(`${app.url}/badge/${kept.id}`)).text()).toContain('Camille Martin')
    expect(await acceptsJson(await (await fetch(`${app.url}/api/badges/${kept.id}.json`)).text(), app.now())).toBe(true)
    const stored = await rows(
      app.database.db,
      { user_id: nullable(t.uuid), shown_name: nullable(t.text), badge: t.json<unknown>() },
      sql`select user_id, shown_name, to_json(b) as badge from badges b where company_id = ${company.id} order by shown_name nulls last`,
    )
    expect(stored.map(({ user_id, shown_name }) => [user_id, shown_name])).toEqual([
      [null, 'Camille Martin'],
      [null, null],
    ])
    expect(JSON.stringify(stored), 'the address is in no badge').not.toContain(camille.email)
  })

  test('another person’s badge, an unknown one and nonsense delete nothing', async () => {
    const amir = await createUser(app, company)
    const theirs = await publishOne(app, amir, 2)
    expectProblem(await app.call(camille, account.deleteUser, { query: { delete_badges: 'x,y' } as never }), 400, 'invalid_input')
    expect((await app.call(camille, people.getUser, { params: { userId: '1' } })).status, 'the account is still there').toBe(200)
    const ids = [theirs.id, crypto.randomUUID()].join(',')
    expect((await app.call(camille, account.deleteUser, { query: { delete_badges: ids } })).status).toBe(200)
    expect(await statusOf(theirs.id)).toBe(200)
  })

  test('a person who was deactivated by an administrator keeps their badges, and can no longer change them', async () => {
    const badge = await publishOne(app, camille)
    const admin = await createUser(app, company, { role: 'admin' })
    expect((await app.call(admin, adminPeople.deactivatePerson, { params: { id: camille.id } })).status).toBe(200)
    expect(await statusOf(badge.id)).toBe(200)
    expectProblem(await app.call(camille, badges.deleteBadge, { params: { id: badge.id } }), 401, 'unauthenticated')
    expect(await statusOf(badge.id)).toBe(200)
  })
})

test('a company that stops using badges keeps those that are published; its people reach none of the calls', async () => {
  const badge = await publishOne(app, camille)
  await app.database.db.execute(sql`update companies set badges_active = false where company_id = ${company.id}`)
  expect(await statusOf(badge.id)).toBe(200)
  expectProblem(await app.call(camille, badges.deleteBadge, { params: { id: badge.id } }), 403, 'badges_inactive')
})

test('pages of a suspended company say until when; of a deleted company no address answers any more', async () => {
  const badge = await publishOne(app, camille)
  const credential = (await (await fetch(`${app.url}/api/badges/${badge.id}.json`)).json()) as {
    issuer: { id: string }
    credentialSubject: { achievement: { id: string } }
    credentialStatus: { statusListCredential: string }
  }
  const known = { company_id: company.id, code: 'known' }
  const page = async () => (await fetch(`${app.url}/badge/${badge.id}`)).text()
  await suspendCompany(app.platform, known)
  expect(await page()).toContain('until November 16, 2026')
  expect(await (await fetch(`${app.url}/badge/${badge.id}?verify`)).text()).toContain('This badge is genuine')
  expect(await acceptsJson(JSON.stringify(credential), app.now())).toBe(true)
  await resumeCompany(app.platform, known)
  expect(await page()).not.toContain('until')
  await deleteCompany(app.database.db, company.id)
  for (const url of [
    `${app.url}/badge/${badge.id}`,
    `${app.url}/badge/${badge.id}/picture.png`,
    `${app.url}/api/badges/${badge.id}.json`,
    `${app.url}/api/badges/${badge.id}.png`,
    credential.issuer.id,
    credential.credentialSubject.achievement.id,
    credential.credentialStatus.statusListCredential,
  ])
    expect([url, (await fetch(url)).status]).toEqual([url, 404])
  expect(await acceptsJson(JSON.stringify(credential), app.now())).toBe(false)
})

describe('the announcement', () => {
  const news = async () => (await app.call(camille, newsfeed.listNews)).body.newsfeed.filter(({ kind }) => kind === 'badge_earnable')
  const mails = async () => (await app.mails()).filter(({ to }) => JSON.stringify(to).includes(camille.email)).length

  test('comes once per skill, in the newsfeed and as one mail for all of them', async () => {
    await earn(app, camille, skill(0), undefined, 1)
    await earn(app, camille, skill(1), undefined, 1)
    await app.mails()
    const announced = await Promise.all([announceBadges(app.platform), announceBadges(app.platform), announceBadges(app.platform)])
    expect(announced.sort(), 'of several processes one announces it').toEqual([0, 0, 1])
    expect((await news()).map((item) => item.skill_id).sort()).toEqual([skill(0), skill(1)].sort())
    expect(await mails()).toBe(1)
    app.advance(HOUR_MS)
    expect(await announceBadges(app.platform)).toBe(0)
    await earn(app, camille, skill(2), undefined, 1)
    expect(await announceBadges(app.platform)).toBe(1)
    expect((await news()).length).toBe(3)
    // Published and deleted again: it is not new.
    const [badge] = await publish(app, camille, [skill(0)])
    const read = (await news()).filter(({ is_read }) => is_read)
    expect(
      read.map(({ skill_id }) => skill_id),
      'of what is done by now',
    ).toEqual([skill(0)])
    await app.call(camille, badges.deleteBadge, { params: { id: badge?.id as string } })
    expect(await announceBadges(app.platform)).toBe(0)
  })

  test('does not come for a skill that is published already, that is not earned, or to one who cannot publish', async () => {
    await earn(app, camille, skill(0), undefined, 1)
    await publish(app, camille, [skill(0)])
    await earn(app, camille, skill(1), [{ rating: 5, relation: 'superior' }], 1)
    const gone = await createUser(app, company, { deactivated: true })
    await earn(app, gone, skill(2), undefined, 1)
    expect(await announceBadges(app.platform)).toBe(0)
    await earn(app, camille, skill(3), undefined, 1)
    for (const change of [sql`badges_active = false`, sql`badges_active = true, suspended_at = ${app.now()}`]) {
      await app.database.db.execute(sql`update companies set ${change} where company_id = ${company.id}`)
      expect(await announceBadges(app.platform)).toBe(0)
    }
    await app.database.db.execute(sql`update companies set suspended_at = null where company_id = ${company.id}`)
    expect(await announceBadges(app.platform)).toBe(1)
  })

  test('can be switched off: the news comes, the mail does not', async () => {
    await app.call(camille, people.updateUser, { params: { userId: '1' }, body: { notifications: { badge: { email: false } } } })
    await earn(app, camille, skill(0), undefined, 1)
    await app.mails()
    await announceBadges(app.platform)
    app.advance(DAY_MS)
    expect([await mails(), (await news()).length]).toEqual([0, 1])
  })

  test('is not sent when the badge was published meanwhile', async () => {
    await earn(app, camille, skill(0), undefined, 1)
    await app.mails()
    app.refuseMails(true)
    await announceBadges(app.platform)
    await app.mails()
    app.refuseMails(false)
    await publish(app, camille, [skill(0)])
    app.advance(DAY_MS)
    expect(await mails()).toBe(0)
  })
})
