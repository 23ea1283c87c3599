import { adminUsage } from '@reflet/contract/admin-usage'
import { badges } from '@reflet/contract/badges'
import { newsfeed } from '@reflet/contract/newsfeed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rows, sql, t } from './db/index.ts'
import { DEMO_PASSWORD } from './demo/seed.ts'
import { finishDemo, greet, seedWhenEmpty } from './development.ts'
import { announceBadges } from './features/badges/schedules.commands.ts'
import { deleteCompany } from './features/companies/deletion.commands.ts'
import { expectProblem } from './test/expect-problem.ts'
import { createCompany, createUser, openSession } from './test/factories.ts'
import { useTestApp } from './test/use-test-app.ts'
import { acceptsJson } from './test/verifier.ts'

const app = useTestApp()

async function said(seeded: boolean) {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => log.mockRestore())
  await greet({ publicUrl: 'http://localhost:3000', inboxUrl: null, seeded, db: app.database.db })
  log.mockRestore()
  return lines.join('\n')
}

test('the start message shows the demo password only if the demo companies exist', async () => {
  const { db } = app.database
  const company = await createCompany(app)
  await createUser(app, company)
  expect(await seedWhenEmpty(db, app.vault), 'a database with data is left alone').toBe(false)
  expect(await said(false)).not.toContain(DEMO_PASSWORD)
  expect(await said(false)).toContain('http://localhost:3000')

  await deleteCompany(db, company.id)
  expect(await seedWhenEmpty(db, app.vault)).toBe(true)
  expect(await said(true)).toContain(DEMO_PASSWORD)
  expect(await said(false), 'started again').toContain(DEMO_PASSWORD)
})

test('the demo has months of usage, and badges: published, earnable and on their way; none where the company does not use them', async () => {
  const { db } = app.database
  const [existing] = await rows(db, { n: t.int }, sql`select count(*)::int as n from companies`)
  if (existing?.n === 0) await seedWhenEmpty(db, app.vault)
  await finishDemo(app.platform)
  const sessionOf = async (email: string) => {
    const [user] = await rows(db, { company_id: t.uuid, id: t.uuid }, sql`select company_id, id from users where email = ${email}`)
    return { token: await openSession(app, user?.company_id as string, user?.id as string) }
  }
  const statuses = async (email: string) =>
    (await app.call(await sessionOf(email), badges.listBadges)).body.badges.map(({ status }) => status)
  const usage = (await app.call(await sessionOf('admin@nova.example'), adminUsage.getUsage)).body
  expect(usage.months.filter(({ answered }) => answered > 0).length).toBeGreaterThan(2)
  const camille = await statuses('camille@nova.example')
  expect(camille.filter((status) => status !== 'in_progress')).toEqual(['published', 'published', 'earnable'])
  expect(camille.length).toBeGreaterThan(5)
  expect((await statuses('oliver@nova.example')).filter((status) => status === 'published')).toHaveLength(1)
  expectProblem(await app.call(await sessionOf('luc@lune.example'), badges.listBadges), 403, 'badges_inactive')
  const [published] = (await app.call(await sessionOf('camille@nova.example'), badges.listBadges)).body.badges
  expect(await acceptsJson(await (await fetch(`${app.url}/api/badges/${published?.id}.json`)).text(), new Date())).toBe(true)
  const { newsfeed: items } = (await app.call(await sessionOf('camille@nova.example'), newsfeed.listNews)).body
  expect(items.filter(({ kind }) => kind === 'badge_earnable')).toHaveLength(1)
  expect(await announceBadges({ ...app.platform, clock: () => new Date() }), 'everyone has the news').toBe(0)
})
