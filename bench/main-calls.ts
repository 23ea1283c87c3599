import pg from 'pg'
import { answerCalls, sendCalls, userCalls } from './calls.ts'
import { alternate, CONNECTIONS, medianOf, type Round, ratio, type Side } from './compare.ts'
import { settle } from './data.ts'
import { type Loader, postmasterOf, startBare, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { checkSame } from './same.ts'

const PAIRS = 7

export const TARGETS = {
  users: { title: 'GET /api/users/1', count: 8000, throughput: 0.92, cpu: 1.1 },
  send: { title: 'POST /api/feedbacks/requests to 5', count: 2500, throughput: 0.85, cpu: 1.2 },
  answer: { title: 'POST /api/feedbacks/{id}/answer', count: 4000, throughput: 0.92, cpu: 1.1 },
} as const
const P99 = 2
/** Beside a baseline that pipelines as well. */
const PIPELINED = 0.8

/** One call of the product compared with the baseline, on a database of 100,000 feedbacks. */
export async function measureCall(url: string, load: Loader, name: keyof typeof TARGETS): Promise<string> {
  const { title, count, throughput, cpu } = TARGETS[name]
  const calls = name === 'users' ? userCalls() : name === 'send' ? await sendCalls(url) : answerCalls(url)
  const database = new pg.Client(url)
  await database.connect()
  const [server, bare, pipelined] = [await startServer(url), await startBare(url), await startBare(url, { pipelined: true })]
  try {
    const sides: Record<'server' | 'bare' | 'pipelined', Side> = {
      server: { running: server, calls },
      bare: { running: bare, calls },
      pipelined: { running: pipelined, calls },
    }
    const [first, second] = await calls(2)
    if (!first || !second) throw new Error('no calls')
    await checkSame(database, server.port, bare.port, [first, second])
    const plan = {
      load,
      postmaster: await postmasterOf(url),
      connections: CONNECTIONS,
      rounds: PAIRS,
      count,
      settle: () => settle(database),
    }
    const rounds = await alternate(sides, plan)
    type Field = keyof Omit<Round, 'failure'>
    const of = (field: Field, beside: 'bare' | 'pipelined' = 'bare') => ratio(rounds.server, rounds[beside], field)
    const line = (label: string, field: Field, digits: number, target?: string) => [
      label,
      number(medianOf(rounds.server, field), digits),
      number(medianOf(rounds.bare, field), digits),
      number(of(field), 2),
      target ?? '',
      number(medianOf(rounds.pipelined, field), digits),
      number(of(field, 'pipelined'), 2),
      field === 'perSecond' ? verdict(of(field, 'pipelined') >= PIPELINED, `≥ ${PIPELINED}`) : '',
    ]
    return table(
      [title, 'server', 'bare', 'ratio', 'target', 'bare, pipelined', 'ratio', 'target'],
      [
        line('calls a second', 'perSecond', 0, verdict(of('perSecond') >= throughput, `≥ ${throughput}`)),
        line('CPU a call, server and PostgreSQL (ms)', 'cpu', 3, verdict(of('cpu') <= cpu, `≤ ${cpu}`)),
        line('– of it the server', 'serverCpu', 3),
        line('– of it PostgreSQL', 'databaseCpu', 3),
        line('p50 (ms)', 'p50', 1),
        line('p99 (ms)', 'p99', 1, verdict(of('p99') <= P99, `≤ ${P99}`)),
      ],
    )
  } finally {
    await server.stop()
    await bare.stop()
    await pipelined.stop()
    await database.end()
  }
}
