import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { atRest, besideTable, holdMails, jobsOf, loaded, strike } from './beside.ts'
import { median } from './compare.ts'
import { type Loader, memoryOf, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { BIG_COMPANY, BIG_PEOPLE, loader, personNumber, tokenOf } from './sizes.ts'

const TARGET_SECONDS = 90
const TARGET_MB = 300
const TARGET_USAGE_MS = 100
const COUNT = 200
const PASSES = 3
const MONTHS = 24
const DEPARTMENTS = 100
/** The company that the file is imported into. */
const INTO = 1
const GIVE_UP_MS = 600_000

const admin = (company: number) => tokenOf(personNumber(company, 1))
const promote = (client: pg.Client, company: number) =>
  client.query(`update users set role = 'admin' where id = (select bench.person(no, 1) from bench.company where no = $1)`, [company])

/** Teams of twenty, in a spreadsheet's form. */
function peopleFile(): Blob {
  const lines = Array.from({ length: BIG_PEOPLE }, (_, n) => {
    const manager = n % 20 === 0 ? '' : `p${n - (n % 20)}@import.example`
    return `p${n}@import.example;Prénom${n % 900};Nom${n % 7000};Ingénieure;Département ${n % DEPARTMENTS};B-${n};fr;${manager}`
  })
  return new Blob([`E-mail;Prénom;Nom;Fonction;Département;Matricule;Langue;Responsable\r\n${lines.join('\r\n')}\r\n`])
}

interface Progress {
  readonly id: string
  readonly status: string
  readonly created: number
  readonly errors_count: number
}

/** A file of 50,000 people: checked, then imported by the server, while people of all companies open the app. */
export async function measureImport(url: string, load: Loader): Promise<string> {
  const client = await loader(url)
  await promote(client, INTO)
  await holdMails(client)
  const running = await startServer(url)
  const postmaster = await postmasterOf(url)
  const headers = { authorization: `Bearer ${admin(INTO)}` }
  const at = `http://127.0.0.1:${running.port}/api/admin/people/imports`
  const read = async (response: Response): Promise<Progress> => {
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Progress
  }
  async function until(id: string, status: string): Promise<Progress> {
    const end = Date.now() + GIVE_UP_MS
    while (Date.now() < end) {
      const found = await read(await fetch(`${at}/${id}`, { headers }))
      if (found.status === status) return found
      if (found.status === 'failed') break
      await sleep(250)
    }
    throw new Error(`the import was never ${status}`)
  }
  try {
    await jobsOf(client, 'outbox')
    const rest = await atRest(running, load, postmaster)
    const before = memoryOf(running.pid)
    const form = new FormData()
    form.set('file', peopleFile(), 'people.csv')
    const seconds = { check: 0, import: 0 }
    const busy = await loaded(running, load, postmaster, async () => {
      const begun = performance.now()
      const { id } = await read(await fetch(at, { method: 'POST', headers, body: form }))
      await until(id, 'checked')
      seconds.check = (performance.now() - begun) / 1000
      const json = { ...headers, 'content-type': 'application/json' }
      await fetch(`${at}/${id}/confirm`, { method: 'POST', headers: json, body: '{"invite":true}' })
      const done = await until(id, 'done')
      seconds.import = (performance.now() - begun) / 1000 - seconds.check
      if (done.created !== BIG_PEOPLE || done.errors_count > 0) throw new Error(JSON.stringify(done))
    })
    const largest = memoryOf(running.pid, 'VmHWM')
    return [
      besideTable(rest, busy),
      '',
      table(
        [`a file of ${number(BIG_PEOPLE)} people`, '', 'target'],
        [
          ['uploaded and checked (s)', number(seconds.check, 1), ''],
          [
            'imported, with invitations and managers (s)',
            number(seconds.import, 1),
            verdict(seconds.import <= TARGET_SECONDS, `≤ ${TARGET_SECONDS}`),
          ],
          ['memory of the server before (RSS, MB)', number(before), ''],
          ['– at its highest (MB)', number(largest), verdict(largest <= TARGET_MB, `≤ ${TARGET_MB}`)],
        ],
      ),
    ].join('\n')
  } finally {
    await running.stop()
    await client.end()
  }
}

/** Two years of totals in a company of 50,000 with a hundred departments, and the job that counts a month of it. */
export async function measureUsage(url: string, load: Loader): Promise<string> {
  const client = await loader(url)
  await promote(client, BIG_COMPANY)
  await client.query(
    `with months as (
        insert into usage_months (company_id, month, counted_until, people, active, asked, answered, received, received_answered, days,
          quality_sum, quality_count)
        select c.id, x.month, x.month + interval '1 month', 50000, 35000, 40000, 35000, 38000, 34000, array_fill(600, array[61]), 2400000, 35000
        from bench.company c, generate_series(1, $2::int) m,
          lateral (select date_trunc('month', now() at time zone 'UTC') - m * interval '1 month' as month) x where c.no = $1
        returning company_id, month
      )
      insert into usage_departments (company_id, month, department, people, active, asked, answered, received, received_answered, days,
        quality_sum, quality_count)
      select company_id, month, 'Department ' || d, 500, 300 + d, 400, 350, 380, 340, array_fill(6, array[61]), 24000, 350
      from months, generate_series(0, $3::int - 1) d`,
    [BIG_COMPANY, MONTHS, DEPARTMENTS],
  )
  await client.query('vacuum (analyze) usage_months, usage_departments')
  const running = await startServer(url)
  try {
    await jobsOf(client, 'usage')
    const begun = performance.now()
    await strike(client, 'usage')
    await counted(client)
    const job = (performance.now() - begun) / 1000
    const measure = () =>
      load.run({
        port: running.port,
        connections: 1,
        count: COUNT,
        calls: [{ method: 'GET', path: `/api/admin/usage?months=${MONTHS}`, token: admin(BIG_COMPANY) }],
      })
    await measure()
    const passes = []
    for (let n = 0; n < PASSES; n++) passes.push(await measure())
    const [p50, p99] = [median(passes.map((pass) => pass.p50)), median(passes.map((pass) => pass.p99))]
    return table(
      [`usage of ${number(BIG_PEOPLE)} people, ${MONTHS} months, ${DEPARTMENTS} departments`, '', 'target'],
      [
        ['GET /api/admin/usage, p50 (ms)', number(p50, 1), verdict(p50 <= TARGET_USAGE_MS, `≤ ${TARGET_USAGE_MS}`)],
        ['– p99 (ms)', number(p99, 1), ''],
        ['the job counts every company, from its start to its end (s)', number(job, 1), ''],
      ],
    )
  } finally {
    await running.stop()
    await client.end()
  }
}

/** Waits until the job has counted the current month of the big company. */
async function counted(client: pg.Client): Promise<void> {
  const end = Date.now() + GIVE_UP_MS
  while (Date.now() < end) {
    const { rows } = await client.query(`select from pgboss.job where name = 'usage' and state = 'completed'`)
    if (rows.length > 0) return
    await sleep(100)
  }
  throw new Error('the job did not end')
}
