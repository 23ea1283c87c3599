import { account } from '@reflet/contract/account'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { BUSY_FROM, people } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { seededRandom } from '../../demo/random.ts'
import { sendRounds } from '../../features/feedback/recurrences/rounds.commands.ts'
import { expireFeedbacks, remindUnanswered } from '../../features/feedback/schedules.commands.ts'
import { forgetSent } from '../../features/notifications/notifications.commands.ts'
import { remindSelfEvaluations } from '../../features/skills/schedules.commands.ts'
import { buildAppForThisTest, inWhole, type TestApp } from '../build-test-app.ts'
import { signIn } from '../factories.ts'
import { type Employee, openCompany, type SimulatedCompany, ZONES } from './company.ts'
import { type Ledger, openLedger, type Rules, shownIn } from './ledger.ts'

const SIZE = 50
/** A year with both daylight saving changes in each hemisphere. */
const START = Date.UTC(2027, 0, 4)
const POLICIES: readonly { readonly name: string; readonly rules: Rules; readonly days: number }[] = [
  {
    name: 'the default policies',
    rules: { reminderDays: [3, 10], expiryDays: 30, quiet: { from: 20, to: 8 }, threshold: 3 },
    // Longer than the time to answer, with both reminders and two sign-ins again.
    days: inWhole(365, 42),
  },
  {
    name: 'a long night, early reminders, a short time to answer, five colleagues for confidentiality',
    rules: { reminderDays: [2, 5], expiryDays: 12, quiet: { from: 18, to: 9 }, threshold: 5 },
    days: inWhole(60, 14),
  },
  {
    name: 'no quiet hours, late reminders, two months to answer',
    rules: { reminderDays: [6, 25], expiryDays: 60, quiet: null, threshold: 4 },
    days: inWhole(60, 0),
  },
]
/** Hours between two steps: the simulation's resolution. */
const STEP = 3
/** In a step without expected mails the jobs run only so often: enough to find mails that are sent too early. */
const ANYWAY = 12

const goTo = (app: TestApp, at: number) => app.advance(at - app.now().getTime())

function isAtWork(at: number, timeZone: string) {
  const { weekday, hour } = shownIn(at, timeZone)
  return weekday !== 'Sat' && weekday !== 'Sun' && hour >= 9 && hour < 18
}

const sentRow = {
  id: t.uuid,
  kind: t.text,
  user_id: nullable(t.uuid),
  email: nullable(t.text),
  recipient_id: nullable(t.uuid),
  requester_id: nullable(t.uuid),
}

async function isMailDue(app: TestApp): Promise<boolean> {
  const at = new Date(app.now().getTime() + 5 * MINUTE_MS)
  const [found] = await rows(
    app.database.db,
    { due: t.bool },
    sql`select exists (select from outbox where sent_at is null and failed_at is null and send_after <= ${at}) as due`,
  )
  return found?.due ?? false
}

/** Enters the mails that the mail server received, each with its outbox row. */
async function takeMails(app: TestApp, company: SimulatedCompany, ledger: Ledger, hour: number) {
  const mails = hour % ANYWAY === 0 || (await isMailDue(app)) ? await app.mails() : app.arrivedMails()
  if (mails.length === 0) return
  const ids = mails.map(({ messageId }) => messageId?.slice(1, 37) ?? '')
  const sent = await rows(
    app.database.db,
    sentRow,
    sql`select o.id, o.kind, o.user_id, g.email, o.recipient_id, r.requester_id from outbox o
      left join guests g on g.company_id = o.company_id and g.id = o.guest_id
      left join recipients p on p.company_id = o.company_id and p.id = o.recipient_id
      left join requests r on r.company_id = p.company_id and r.id = p.request_id
      where o.id = any(${ids}::uuid[])`,
  )
  const byId = new Map(sent.map((row) => [row.id, row]))
  for (const mail of mails) {
    const row = byId.get(mail.messageId?.slice(1, 37) ?? '')
    const reader = row && company.readerOf(row.user_id, row.email, row.requester_id)
    expect(reader, `whom ${mail.subject} is for`).toBeDefined()
    if (row && reader) ledger.enter(mail, row, reader, mail.arrivedAt.getTime())
  }
}

async function sendDueRounds(app: TestApp, company: SimulatedCompany) {
  const before = app.now().getTime()
  if ((await sendRounds(app.platform)) > 0) await company.enter({ recurringSince: before - 1 })
}

/** The scheduled jobs, as app.ts plans them. */
async function runSchedules(app: TestApp, ledger: Ledger, hour: number, { expiryDays }: Rules) {
  const { platform } = app
  const now = app.now().getTime()
  const anyway = hour % ANYWAY === 0
  const expired = ledger.openGroups().filter(({ createdAt }) => createdAt + expiryDays * DAY_MS <= now)
  if (expired.length > 0 || anyway) await expireFeedbacks(platform)
  for (const group of expired) for (const id of [...group.open]) ledger.close(group, id, now)
  if (ledger.remind(now) > 0 || anyway) await remindUnanswered(platform)
  if (hour % 24 === 3) await remindSelfEvaluations(platform)
  if (hour % 24 === 6) await forgetSent(platform)
}

async function checkLoad(app: TestApp) {
  const [most] = await rows(
    app.database.db,
    { open: t.int },
    sql`select coalesce(max(open), 0)::int as open from (select count(distinct recipient_id) as open from feedbacks
      where status = 'pending' and giver_id is not null group by company_id, giver_id) as loads`,
  )
  expect(most?.open, 'open requests of the busiest person').toBeLessThanOrEqual(BUSY_FROM)
}

async function deactivate(app: TestApp, who: Employee) {
  await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${who.user.id}`)
  who.gone = true
  who.muted.add('all')
}

/** An account is deleted: its pending requests are cancelled, its own requests are deleted. */
async function leave(app: TestApp, who: Employee, ledger: Ledger) {
  const left = await app.call(await signIn(app, who.user), account.deleteUser)
  expect(left.status).toBe(200)
  who.gone = true
  who.muted.add('all')
  const now = app.now().getTime()
  for (const group of ledger.groups.values())
    if (group.reader === who || group.requester === who) for (const id of [...group.open]) ledger.close(group, id, now)
}

async function switchOff(app: TestApp, who: Employee, kind: 'request' | 'reminder' | 'answered') {
  await app.call(who.user, people.updateUser, { params: { userId: '1' }, body: { notifications: { [kind]: { email: false } } } })
  who.muted.add(kind)
}

test.each(POLICIES.filter(({ days }) => days > 0))(
  'a company of fifty with $name: every mail is expected, none is repeated or sent in quiet hours, no one is over the load limit',
  {
    timeout: 1_800_000,
  },
  async ({ rules, days }) => {
    const app = await buildAppForThisTest()
    goTo(app, START)
    const ledger = openLedger(rules)
    const random = seededRandom(2027)
    const company = await openCompany(app, ledger, random, SIZE, rules)
    const [quiet, calm, deaf, leaver, away] = company.employees.slice(-5) as [Employee, Employee, Employee, Employee, Employee]
    await switchOff(app, quiet, 'reminder')
    await switchOff(app, calm, 'answered')
    await switchOff(app, deaf, 'request')
    for (const who of company.employees.slice(0, 12)) await company.startRecurrence(who, '2027-01-11')

    // Jobs run on the hour, people act twenty minutes later, rounds are sent at forty: nothing is due in the very moment of a check.
    for (let hour = STEP; hour <= days * 24; hour += STEP) {
      goTo(app, START + hour * HOUR_MS)
      await runSchedules(app, ledger, hour, rules)
      await takeMails(app, company, ledger, hour)
      ledger.checkMissing(app.now().getTime())
      if (hour % 12 === 0) await checkLoad(app)
      if (hour % (20 * 24) === 0) await company.logInAgain()
      // The nightly scrub is replaced by a plain vacuum, at a tenth of the cost: without it the embedded database would keep every dead row.
      if (hour % (7 * 24) === 0) await app.database.db.execute(sql`vacuum (analyze)`)
      if (hour % (35 * 24) === 0) await app.database.scrub()

      goTo(app, START + hour * HOUR_MS + 20 * MINUTE_MS)
      if (hour === Math.round(days * 0.3) * 24) await deactivate(app, away)
      if (hour === Math.round(days * 0.6) * 24) await leave(app, leaver, ledger)
      const now = app.now().getTime()
      const working = new Set(ZONES.filter((zone) => isAtWork(now, zone)))
      for (const who of company.stillHere()) {
        if (!working.has(who.timeZone)) continue
        if (random.chance(0.012)) await company.ask(who)
        const [oldest] = ledger.openGroupsOf(who)
        if (oldest && random.chance(who.readsAlong ? 0.19 : 0.022)) await company.answer(who, oldest)
        if (random.chance(0.03)) await company.openDashboard(who)
      }
      for (const reader of company.guests()) {
        const [oldest] = ledger.openGroupsOf(reader)
        if (oldest && random.chance(0.018)) await company.answer(reader, oldest)
      }

      goTo(app, START + hour * HOUR_MS + 40 * MINUTE_MS)
      if (hour % 6 === 0) await sendDueRounds(app, company)
    }

    const counted = Object.fromEntries(ledger.counts)
    const asked = [...ledger.groups.values()]
    const notified = asked.filter(({ askedBy }) => askedBy !== null)
    expect((counted.request ?? 0) + (counted.guest_request ?? 0), 'one mail for each person who was asked').toBe(notified.length)
    // Requests in the year's last night are mailed in the next one.
    const lastDay = app.now().getTime() - 24 * HOUR_MS
    for (const group of asked)
      if (group.askedBy === null && group.createdAt < lastDay)
        expect(group.reader.muted.size > 0 || group.closedAt !== null, `why ${group.reader.email} heard nothing`).toBe(true)
    const left = await rows(
      app.database.db,
      { kind: t.text, last_error: t.text },
      sql`select kind, last_error from outbox where failed_at is not null`,
    )
    expect(left, 'mails given up').toEqual([])
    // A minimum of activity: a year with few mails would prove little.
    if (days < 365) return
    expect(notified.length).toBeGreaterThan(1000)
    expect(counted.reminder).toBeGreaterThan(300)
    expect(counted.answered).toBeGreaterThan(500)
    expect(counted.self_evaluation).toBeGreaterThan(20)
    expect(asked.filter(({ stamps }) => stamps.length === 2).length, 'reminded twice').toBeGreaterThan(50)
    expect(
      asked.filter(({ closedAt, createdAt }) => closedAt !== null && closedAt - createdAt >= rules.expiryDays * DAY_MS).length,
      'expired',
    ).toBeGreaterThan(20)
  },
)
