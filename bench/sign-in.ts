import type pg from 'pg'
import { CLIENT_ID } from '../apps/server/src/features/session/session.commands.ts'
import {
  beginSignIn,
  createProvider,
  encoded,
  fromAnywhere,
  postResponse,
  type Reflet,
  responseOf,
  rightTexts,
  signed,
  type TestProvider,
} from '../apps/server/src/test/saml.ts'
import { alternate, median, medianOf, ratio, type Side } from './compare.ts'
import type { Call } from './load.ts'
import { cpuOf, cpuOfPostgres, type Loader, postmasterOf, type Running, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { loader, PEOPLE, personNumber, tokenOf } from './sizes.ts'

const TARGET_CPU_MS = 60
const TARGET_APART = 0.05
/** The company whose people sign in. */
const COMPANY = 1
const WARM_UP = 60
const ROUNDS = 7
const IN_A_ROUND = 60
const CHECKS = 400

const numberOf = (nth: number) => `SSO-${nth}`

/** Its first person administers the company; everyone has a registration number. */
async function prepare(client: pg.Client): Promise<string> {
  await client.query(
    `update users u set registration_number = 'SSO-' || n, role = case when n = 1 then 'admin' else u.role end
      from bench.company c, generate_series(1, ${PEOPLE}) n where c.no = $1 and u.id = bench.person(c.no, n)`,
    [COMPANY],
  )
  const { rows } = await client.query<{ code: string }>(
    'select code from companies where company_id = (select id from bench.company where no = $1)',
    [COMPANY],
  )
  return rows[0]?.code ?? ''
}

async function setProvider(reflet: Reflet): Promise<TestProvider> {
  const provider = await createProvider()
  const response = await fetch(`${reflet.url}/api/admin/sign-in/saml`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokenOf(personNumber(COMPANY, 1))}`, 'content-type': 'application/json' },
    body: JSON.stringify({ idp_entity_id: provider.entityId, sso_url: provider.ssoUrl, certificates: [provider.certificate] }),
  })
  if (!response.ok) throw new Error(`the provider was not saved: ${response.status} ${await response.text()}`)
  return provider
}

/** One whole sign-in, as a browser does it. */
async function signIn(reflet: Reflet, code: string, provider: TestProvider, nth: number): Promise<void> {
  const begun = await beginSignIn(reflet, code)
  const xml = signed(responseOf(rightTexts(reflet, code, provider, begun.requestId, numberOf(nth))), provider)
  const { location, cookie } = await postResponse(reflet, code, encoded(xml), begun.cookie)
  const { searchParams } = new URL(location)
  const response = await fetch(`${reflet.url}/api/login`, {
    method: 'POST',
    headers: { cookie, ...fromAnywhere() },
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: CLIENT_ID,
      username: searchParams.get('email') ?? '',
      password: searchParams.get('token') ?? '',
    }),
  })
  if (!response.ok) throw new Error(`no sign-in: ${location.split('?')[0]} ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** CPU milliseconds of a sign-in in each round, of the server and of PostgreSQL. */
async function signIns(running: Running, postmaster: number, reflet: Reflet, code: string, provider: TestProvider) {
  let nth = 1
  const some = async (count: number) => {
    for (let n = 0; n < count; n++) await signIn(reflet, code, provider, (nth++ % PEOPLE) + 1)
  }
  await some(WARM_UP)
  const rounds: { server: number; database: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [server, database] = [cpuOf(running.pid), cpuOfPostgres(postmaster)]
    await some(IN_A_ROUND)
    rounds.push({
      server: (cpuOf(running.pid) - server) / IN_A_ROUND,
      database: (cpuOfPostgres(postmaster) - database) / IN_A_ROUND,
    })
  }
  return rounds
}

/** What a sign-in costs us, and whether `check/saml` takes longer for a number that exists. */
export async function measureSignIn(url: string, load: Loader): Promise<string> {
  const client = await loader(url)
  const code = await prepare(client)
  await client.end()
  const running = await startServer(url, [], { TRUST_PROXY: '1' })
  const postmaster = await postmasterOf(url)
  try {
    const at = `http://localhost:${running.port}`
    const reflet: Reflet = { url: at, platform: { publicUrl: () => at }, now: () => new Date() }
    const provider = await setProvider(reflet)
    const rounds = await signIns(running, postmaster, reflet, code, provider)
    const cpu = median(rounds.map(({ server, database }) => server + database))

    let asked = 0
    const checks = (matricule: (nth: number) => string): Side => ({
      running,
      calls: async (count) =>
        Array.from({ length: count }, (_, n): Call => {
          asked++
          // Networks are limited by their /24: each call comes from another one.
          const from = `20.${(asked >> 8) & 255}.${asked & 255}.1`
          const body = `matricule=${matricule((n % PEOPLE) + 1)}`
          return { method: 'POST', path: '/api/check/saml', token: '', body, isForm: true, from }
        }),
    })
    const plan = { load, postmaster, connections: 1, rounds: ROUNDS, count: CHECKS }
    const { known, unknown } = await alternate({ known: checks(numberOf), unknown: checks((nth) => `NOT-${nth}`) }, plan)
    const apart = ratio(known, unknown, 'p50')
    const isAlike = Math.abs(apart - 1) <= TARGET_APART
    return [
      table(
        ['a sign-in by SAML', '', 'target'],
        [
          ['CPU (ms)', number(cpu, 1), verdict(cpu <= TARGET_CPU_MS, `≤ ${TARGET_CPU_MS}`)],
          ['– of the server', number(median(rounds.map(({ server }) => server)), 1), ''],
          ['– of PostgreSQL', number(median(rounds.map(({ database }) => database)), 1), ''],
        ],
      ),
      '',
      table(
        ['POST /api/check/saml', 'known', 'unknown', 'known ÷ unknown', 'target'],
        [
          [
            'p50 (ms)',
            number(medianOf(known, 'p50'), 2),
            number(medianOf(unknown, 'p50'), 2),
            number(apart, 3),
            verdict(isAlike, '0.95 to 1.05'),
          ],
          ['CPU (ms)', number(medianOf(known, 'cpu'), 2), number(medianOf(unknown, 'cpu'), 2), number(ratio(known, unknown, 'cpu'), 3), ''],
        ],
      ),
    ].join('\n')
  } finally {
    await running.stop()
  }
}
