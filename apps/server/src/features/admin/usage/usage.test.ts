import { adminUsage } from '@reflet/contract/admin-usage'
import { DAY_MS } from '@reflet/contract/durations'
import { describe, expect, test } from 'vitest'
import { createUser, signIn, type TestUser } from '../../../test/factories.ts'
import { answer, ask } from '../../../test/requests.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { countUsage } from './count.commands.ts'
import { type Counted, figuresOf, merged, withoutSmall } from './usage.policy.ts'

const app = useTestApp()
const { company, anne } = useCompany(app, { anne: { role: 'admin', department: 'People' } })

const group = (department: string | null, people: number, changes: Partial<Counted> = {}) => ({
  department,
  people,
  active: people,
  answerers: people,
  asked: 0,
  answered: 0,
  received: 0,
  received_answered: 0,
  days: [0, 0, 0],
  quality_sum: 0,
  quality_count: 0,
  ...changes,
})

describe('small groups', () => {
  test.each([
    ['are one together', [group('A', 9), group('B', 3), group('C', 4)], ['A 9', '* 7']],
    ['take the smallest other one along while they are too few', [group('A', 9), group('B', 6), group('C', 2)], ['A 9', '* 8']],
    ['are the whole when nothing else is left', [group('A', 4), group('B', 2)], ['* 6']],
    ['are withheld when all are too few', [group('A', 3)], []],
    ['include those without a department', [group('A', 9), group(null, 8)], ['A 9', '* 8']],
    ['do not exist', [group('A', 9), group('B', 5)], ['A 9', 'B 5']],
  ])('%s', (_what, given, shown) => {
    expect(withoutSmall(given).map(({ department, people }) => `${department ?? '*'} ${people}`)).toEqual(shown)
  })

  test('have neither a median nor a quality', () => {
    const few = group('A', 9, { answerers: 4, days: [1, 2, 1], quality_sum: 300, quality_count: 4 })
    expect(figuresOf(few)).toMatchObject({ median_days: null, quality: null })
    expect(figuresOf({ ...few, answerers: 5 })).toMatchObject({ median_days: 1, quality: 75 })
  })

  test('months are averaged, answers added', () => {
    const two = merged([group('A', 9, { active: 4, answered: 2 }), group('A', 11, { active: 7, answered: 3 })], 'average')
    expect(two).toMatchObject({ people: 11, active: 6, answered: 5 })
  })
})

test('counts by month and department, without people or content', async () => {
  const design: TestUser[] = []
  for (let i = 0; i < 6; i++) design.push(await createUser(app, company, { department: 'Design' }))
  const [first, ...others] = design as [TestUser, ...TestUser[]]
  const sent = await ask(app, first, others, { skill_ids: company.skillIds.slice(0, 1) })
  app.advance(2 * DAY_MS)
  for (const giver of others) await answer(app, giver, sent)
  await ask(app, first, others.slice(0, 5), { skill_ids: company.skillIds.slice(1, 2) })
  await countUsage(app.platform)
  const read = async () => (await app.call(await signIn(app, anne), adminUsage.getUsage, { query: { months: 3 } })).body
  const usage = await read()
  expect(usage.months).toEqual([
    { month: '2026-11', people: 7, active: 7, asked: 10, answered: 5, answering_rate: 0.5, median_days: 2, quality: 100 },
  ])
  expect(usage.departments, 'one person of another department joins the smallest other one').toMatchObject([
    { department: null, people: 7 },
  ])
  await countUsage(app.platform)
  expect(await read(), 'counting again changes nothing').toEqual(usage)
  app.advance(40 * DAY_MS)
  await countUsage(app.platform)
  expect(
    (await read()).months.map(({ month }) => month),
    'a month with few active people is left out',
  ).toEqual(['2026-11'])
  const csv = (await app.call(await signIn(app, anne), adminUsage.exportUsage)).body as unknown as string
  expect(csv).toContain('2026-11,,7,7,10,5,0.5,2,100')
})
