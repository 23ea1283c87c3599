import { account } from '@reflet/contract/account'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminUsage } from '@reflet/contract/admin-usage'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../../db/index.ts'
import { exportCalls } from '../../../test/exports.ts'
import { createUser, signIn, type TestUser } from '../../../test/factories.ts'
import { answer, ask, feedbackOf } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { countUsage } from './count.commands.ts'

const app = useTestApp()
const { company, anne } = useCompanyPerTest(app, { anne: { role: 'admin', department: 'People' } })

const monthNow = (offset = 0) => {
  const now = app.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
}
const nameOf = (month: Date) => month.toISOString().slice(0, 7)

/** Advances to the second day of the next month and counts. */
async function monthEnds() {
  app.advance(monthNow(1).getTime() + DAY_MS + HOUR_MS - app.now().getTime())
  await countUsage(app.platform)
}

/** Advances to the next day and counts. */
async function dayEnds() {
  app.advance(DAY_MS)
  await countUsage(app.platform)
}

async function usage(months = 3) {
  const reply = await app.call(await signIn(app, anne), adminUsage.getUsage, { query: { months } })
  expect(reply.status).toBe(200)
  return reply.body
}

async function department(name: string, people: number): Promise<TestUser[]> {
  const all: TestUser[] = []
  for (let i = 0; i < people; i++) all.push(await createUser(app, company, { department: name }))
  return all
}

/** Each asks the one before, who answers. */
async function act(people: readonly TestUser[]) {
  for (const [place, person] of people.entries()) {
    const [me, other] = [await signIn(app, person), await signIn(app, people.at(place - 1) as TestUser)]
    await answer(app, other, await ask(app, me, other))
  }
}

const move = async ({ id }: TestUser, name: string) => {
  expect((await app.call(await signIn(app, anne), adminPeople.updatePerson, { params: { id }, body: { department: name } })).status).toBe(
    200,
  )
}

/** Departments by name, `*` for those together, with how many were active, asked and answered. */
const shown = ({ departments }: Awaited<ReturnType<typeof usage>>) =>
  Object.fromEntries(departments.map((one) => [one.department ?? '*', [one.active, one.asked, one.answered]]))

beforeEach(() => {
  // The second day of a month, so that no test passes its end by itself.
  app.advance(monthNow(1).getTime() + DAY_MS + HOUR_MS - app.now().getTime())
})

test('counts by month and department, without people or content', async () => {
  const design = await department('Design', 6)
  const [first, ...others] = design as [TestUser, ...TestUser[]]
  const sent = await ask(app, first, others)
  app.advance(2 * DAY_MS)
  for (const giver of others) await answer(app, giver, sent)
  await act(design)
  await dayEnds()
  const month = nameOf(monthNow())
  expect((await usage()).months, 'the running month').toEqual([
    { month, ended: false, people: 7, active: 6, asked: 11, answered: 11, answering_rate: null, median_days: null, quality: null },
  ])
  expect((await usage()).departments, 'no department of the running month').toEqual([])
  await monthEnds()
  const read = await usage(2)
  // The requests end in the next month: their rate comes with it.
  const figures = { active: 7, asked: 11, answered: 11, answering_rate: null, median_days: 0, quality: 100 }
  expect(read.months).toEqual([{ month, ended: true, people: 7, ...figures }])
  expect(read.left_out, 'no one asked since').toEqual([nameOf(monthNow())])
  expect(read.departments, 'one person of another department joins the smallest other one').toEqual([
    { department: null, people: 7, ...figures },
  ])
  expect(read.total).toEqual({ people: 7, ...figures })
  await countUsage(app.platform)
  expect(await usage(2), 'counting again changes nothing').toEqual(read)
  expect(await rows(app.database.db, {}, sql`select from usage_people where month < ${monthNow()}`), 'who did it is not kept').toEqual([])
})

test('the answering rate is that of the requests that ended in the month', async () => {
  const design = await department('Design', 6)
  await act(design)
  const sent = await ask(app, design[0] as TestUser, [design[1], design[2]] as TestUser[])
  expect(sent.feedbacks).toHaveLength(2)
  await monthEnds()
  await act(design)
  await monthEnds()
  await act(design)
  await monthEnds()
  const { months, departments } = await usage(4)
  expect(months.find(({ answering_rate }) => answering_rate !== null)?.answering_rate).toBe(0.75)
  expect(departments.map((one) => [one.department, one.answering_rate])).toEqual([[null, 0.86]])
})

describe('an administrator does not find out', () => {
  test('what one person did in a department of accounts that do nothing', async () => {
    await act(await department('Design', 6))
    const [alone, ...accounts] = (await department('Quiet', 5)) as [TestUser, ...TestUser[]]
    for (const { id } of accounts) await app.database.db.execute(sql`delete from sessions where user_id = ${id}`)
    await act(await department('Sales', 6))
    await act([alone, anne])
    await monthEnds()
    const { months, departments } = await usage(2)
    expect(months).toMatchObject([{ active: 14, asked: 14, answered: 14 }])
    expect(departments.map((one) => one.department)).not.toContain('Quiet')
    // With Anne they are two: the smallest other department joins them.
    expect(departments.map(({ asked }) => asked).sort()).toEqual([6, 8])
  })

  test('what a person did by moving them between two counts', async () => {
    const design = await department('Design', 9)
    await act(design)
    await act(await department('Sales', 7))
    await dayEnds()
    const before = await usage(1)
    await move(design[0] as TestUser, 'Sales')
    await dayEnds()
    const after = await usage(1)
    expect(after.departments).toEqual(before.departments)
    expect(after.months.map(({ active, ...rest }) => rest)).toEqual(before.months.map(({ active, ...rest }) => rest))
    await monthEnds()
    // Anne has signed in only.
    expect(shown(await usage(2))).toEqual({ Design: [9, 9, 9], '*': [8, 7, 7] })
  })

  test('whether a colleague answered a confidential request, from the count after it', async () => {
    await act(await department('Design', 6))
    const asked = await department('Sales', 3)
    // Younger accounts do not count in an administrator's confidential request.
    app.advance(31 * DAY_MS)
    const sent = await ask(app, await signIn(app, anne), asked, { confidential: true })
    await dayEnds()
    const before = (await usage(1)).months[0]?.answered
    for (const one of asked) await answer(app, await signIn(app, one), sent)
    await dayEnds()
    expect((await usage(1)).months[0]?.answered).toBe(before)
    // Cancelling ends it in the running month.
    await app.call(await signIn(app, anne), feedback.cancelRequest, { params: { id: sent.id } })
    await dayEnds()
    expect((await usage(1)).months[0]?.answered).toBe(before)
    await monthEnds()
    expect((await usage(2)).months[0]?.answered, 'fewer than five people gave confidential answers').toBe(before)
  })

  test.each([true, false])(
    'whether one who was moved into a department for a moment answered their confidential request: %s',
    async (doesAnswer) => {
      const own = await department('Own', 12)
      const [moved, ...others] = (await department('Real', 9)) as [TestUser, ...TestUser[]]
      app.advance(31 * DAY_MS)
      await monthEnds()
      await move(moved, 'Own')
      const sent = await ask(app, await signIn(app, anne), [moved, ...others.slice(0, 5)], { confidential: true })
      for (const giver of [...(doesAnswer ? [moved] : []), ...others.slice(0, 5)]) await answer(app, await signIn(app, giver), sent)
      await move(moved, 'Real')
      await act(own)
      await act(others)
      await monthEnds()
      await act(own)
      await act(others)
      await monthEnds()
      const row = (await usage(4)).departments.find((one) => one.department === 'Own')
      // What the own accounts did, and nothing else.
      expect([row?.answered, row?.answering_rate]).toEqual([24, 1])
    },
  )

  test.each([true, false])(
    'whether one whose named answer is the fifth of a department answered a confidential request, too: %s',
    async (doesAnswer) => {
      const own = await department('Own', 5)
      const [moved, ...others] = (await department('Real', 9)) as [TestUser, ...TestUser[]]
      app.advance(31 * DAY_MS)
      await monthEnds()
      const sent = await ask(app, await signIn(app, anne), [moved, ...others.slice(0, 6)], { confidential: true })
      for (const giver of [...(doesAnswer ? [moved] : []), ...others.slice(0, 6)]) await answer(app, await signIn(app, giver), sent)
      await app.call(await signIn(app, anne), feedback.cancelRequest, { params: { id: sent.id } })
      // Five accounts ask, and four of them answer; the person answers the fifth request while they are moved.
      await move(moved, 'Own')
      const givers = [...own.slice(1, 4), own[0], moved] as TestUser[]
      for (const [place, giver] of givers.entries()) {
        const [asker, other] = [await signIn(app, own[place] as TestUser), await signIn(app, giver)]
        await answer(app, other, await ask(app, asker, other))
      }
      await move(moved, 'Real')
      await act(others)
      await monthEnds()
      const read = await usage(4)
      // Anne, who asked seven, is alone in her department: the smallest other one, Own, joins hers.
      expect(shown(read)).toEqual({ Real: [8, 8, 8], '*': [7, 12, 5] })
      expect(
        read.months.map(({ answered }) => answered),
        'the whole company has two groups of three more',
      ).toEqual([19])
    },
  )

  test('whether one more than those whose answers were released answered', async () => {
    const design = await department('Design', 7)
    app.advance(31 * DAY_MS)
    await act(design)
    const sent = await ask(app, await signIn(app, anne), design, { confidential: true })
    for (const one of design) await answer(app, await signIn(app, one), sent)
    await dayEnds()
    await app.call(await signIn(app, anne), feedback.cancelRequest, { params: { id: sent.id } })
    await dayEnds()
    expect((await usage(1)).months[0]?.answered).toBe(7)
    await monthEnds()
    expect((await usage(2)).months[0]?.answered, 'two groups of three; the seventh waits').toBe(13)
  })

  test('what a person did when their account is deleted', async () => {
    const design = await department('Design', 5)
    await act(design)
    await dayEnds()
    const before = await usage(1)
    expect(before.months).toMatchObject([{ active: 5, asked: 5, answered: 5 }])
    expect((await app.call(await signIn(app, design[0] as TestUser), account.deleteUser)).status).toBe(200)
    await dayEnds()
    expect((await usage(1)).months).toMatchObject([{ asked: 5, answered: 5 }])
    await act(await department('Sales', 6))
    await monthEnds()
    expect((await usage(2)).months).toMatchObject([{ active: 12, asked: 11, answered: 11 }])
  })
})

describe('a month that has ended stays', () => {
  test('when people move, leave and come back, and departments are renamed', async () => {
    const design = await department('Design', 6)
    await act(design)
    await act(await department('Sales', 7))
    await monthEnds()
    const before = await usage(2)
    expect(shown(before)).toEqual({ Sales: [7, 7, 7], '*': [6, 6, 6] })
    const [first, second, third] = design as [TestUser, TestUser, TestUser]
    for (const person of design.slice(2)) await move(person, 'Studio')
    const admin = await signIn(app, anne)
    await app.call(admin, adminPeople.deactivatePerson, { params: { id: first.id } })
    await app.call(await signIn(app, second), account.deleteUser)
    await countUsage(app.platform)
    await app.call(admin, adminPeople.reactivatePerson, { params: { id: first.id } })
    await app.call(await signIn(app, third), account.deleteUser)
    await dayEnds()
    expect(await usage(2)).toEqual(before)
  })

  test('when a person is deactivated while it runs: what they did counts', async () => {
    const design = await department('Design', 5)
    await act(design)
    const { id } = design[0] as TestUser
    await app.call(await signIn(app, anne), adminPeople.deactivatePerson, { params: { id } })
    await monthEnds()
    expect((await usage(2)).months).toMatchObject([{ people: 5, asked: 5, answered: 5 }])
  })
})

test('an act counts for the department that its person had then', async () => {
  const people = await department('Design', 6)
  await act(people)
  for (const person of people) await move(person, 'Studio')
  await act(people)
  await act(people)
  await monthEnds()
  // Active are they once, with what they did first; so few were active in Studio that both are together.
  expect(shown(await usage(2))).toEqual({ '*': [7, 18, 18] })
  expect(
    await rows(
      app.database.db,
      { department: t.text, giver: t.text, n: t.int },
      sql`select r.department, f.department as giver, count(*)::int as n from requests r join feedbacks f on f.request_id = r.id
        where r.company_id = ${company.id} group by 1, 2 order by 1`,
    ),
  ).toEqual([
    { department: 'Design', giver: 'Design', n: 6 },
    { department: 'Studio', giver: 'Studio', n: 12 },
  ])
})

test('the department in an answer goes with its giver', async () => {
  const [me, giver] = (await department('Design', 2)) as [TestUser, TestUser]
  await answer(app, giver, await ask(app, me, giver))
  await ask(app, me, giver)
  expect((await app.call(await signIn(app, giver), account.deleteUser)).status).toBe(200)
  const found = await rows(
    app.database.db,
    { answered: nullable(t.text), asked: nullable(t.text) },
    sql`select f.department as answered, p.department as asked from feedbacks f join recipients p on p.id = f.recipient_id
      where f.company_id = ${company.id}`,
  )
  expect(found).toEqual([
    { answered: null, asked: null },
    { answered: null, asked: null },
  ])
})

test('what is stored of the running month is in the person’s export, and has neither id nor own department of a deleted account', async () => {
  const design = await department('Design', 3)
  const [alone] = (await department('Alone', 1)) as [TestUser]
  await act([...design, alone])
  await dayEnds()
  const { sheet } = await exportCalls(app).exportOf(await signIn(app, alone))
  const month = nameOf(monthNow())
  expect(sheet('usage')).toEqual([{ month, department: 'Alone', active: 'true', asked: '1', answered: '1' }])
  expect(sheet('departments').map((line) => line.department)).toEqual(['Alone'])
  for (const one of [alone, design[0] as TestUser]) await app.call(await signIn(app, one), account.deleteUser)
  const found = await rows(
    app.database.db,
    { department: t.text, has_left: t.bool },
    sql`select up.department, up.user_id is null as has_left from usage_people up where up.company_id = ${company.id} order by 1, 2`,
  )
  expect(found).toEqual([
    { department: '', has_left: true },
    { department: 'Design', has_left: false },
    { department: 'Design', has_left: false },
    { department: 'Design', has_left: true },
  ])
})

test('an answer that is declined or taken back has no department', async () => {
  const [me, giver] = (await department('Design', 2)) as [TestUser, TestUser]
  const sent = await ask(app, me, giver)
  await app.call(giver, feedback.declineFeedback, { params: { id: feedbackOf(sent, giver) }, body: {} })
  expect(
    await rows(app.database.db, { department: nullable(t.text) }, sql`select department from feedbacks where company_id = ${company.id}`),
  ).toEqual([{ department: null }])
})

test('the CSV says what the page says', async () => {
  await act(await department('Design', 6))
  await act(await department('Sales', 7))
  await monthEnds()
  await act(await department('Support', 6))
  await dayEnds()
  app.advance(monthNow(1).getTime() - app.now().getTime())
  await monthEnds()
  const { months, departments, total, left_out = [] } = await usage(4)
  const csv = (await app.call(await signIn(app, anne), adminUsage.exportUsage, { query: { months: 4 } })).body as unknown as string
  const lines = csv.trim().split('\r\n').slice(1)
  const cells = (one: (typeof months)[number] | (typeof departments)[number] | typeof total) =>
    [one.people, one.active, one.asked, one.answered, one.answering_rate, one.median_days, one.quality].map(
      (cell) => cell ?? 'too few people',
    )
  expect(months).toHaveLength(2)
  expect(left_out).toHaveLength(2)
  const byMonth = [
    ...months.map((one) => [one.month, '', ...cells(one)].join(',')),
    ...left_out.map((month) => `${month},,${Array.from({ length: 7 }, () => 'too few people').join(',')}`),
  ]
  expect(lines).toEqual([
    ...byMonth.sort(),
    ...departments.map((one) => ['', one.department ?? '*', ...cells(one)].join(',')),
    `,,${cells(total).join(',')}`,
  ])
  await act(await department('Support', 6))
  await dayEnds()
  const later = (await app.call(await signIn(app, anne), adminUsage.exportUsage, { query: { months: 1 } })).body as unknown as string
  expect(later.trim().split('\r\n').at(-1)).toBe(`${nameOf(monthNow())},,26,7,6,6,month not ended,month not ended,month not ended`)
})

describe('what an earlier release counted', () => {
  const total = (month: Date, name: string, people: number, changes: object = {}) => {
    const one = { active: people, answerers: people, asked: 20, answered: 10, received: 20, received_answered: 10, ...changes }
    return app.database.db.execute(sql`insert into usage_totals (company_id, month, department, people, active, answerers, asked, answered, received, received_answered, days,
        quality_sum, quality_count)
      values (${company.id}, ${month.toISOString().slice(0, 10)}::date, ${name}, ${people}, ${one.active}, ${one.answerers}, ${one.asked},
        ${one.answered}, ${one.received}, ${one.received_answered}, '{10,0}', 800, 10)`)
  }

  test('stays, as far as enough people made it, and is not counted again', async () => {
    const design = await department('Design', 6)
    const quiet = await department('Quiet', 5)
    await act(design)
    await act(quiet.slice(0, 1).concat(anne))
    const sent = await ask(app, design[0] as TestUser, design.slice(1), { confidential: true })
    for (const giver of design.slice(1)) await answer(app, giver, sent)
    app.advance(monthNow(1).getTime() + DAY_MS - app.now().getTime())
    await total(monthNow(-1), 'Design', 6)
    await total(monthNow(-1), 'Quiet', 5, { active: 1, answerers: 1 })
    await total(monthNow(-1), 'People', 1)
    // What the earlier release counts of the running month meanwhile is not read.
    await total(monthNow(), 'Design', 6, { asked: 99 })
    await countUsage(app.platform)
    const read = await usage(2)
    expect(read.months).toMatchObject([{ month: nameOf(monthNow(-1)), ended: true, asked: 60, answering_rate: 0.5, quality: 80 }])
    expect(shown(read)).toEqual({ '*': [8, 60, 30] })
    await act(design)
    await monthEnds()
    await act(design)
    await monthEnds()
    expect((await usage(3)).months.map(({ answered }) => answered)).toEqual([6, 6])
  })
})
