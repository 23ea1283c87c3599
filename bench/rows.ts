import { userCalls } from './calls.ts'
import { alternate, CONNECTIONS, medianOf, ratio } from './compare.ts'
import { type Loader, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'

const ROUNDS = 7
const COUNT = 6000
const TARGET = 1.2

/** The cost of the first screen's call must not grow with the amount of data. `urls` by number of rows, ascending. */
export async function measureRows(urls: ReadonlyMap<number, string>, load: Loader): Promise<string> {
  const servers = new Map<number, Awaited<ReturnType<typeof startServer>>>()
  try {
    for (const [rows, url] of urls) servers.set(rows, await startServer(url))
    const sides = Object.fromEntries([...servers].map(([rows, running]) => [String(rows), { running, calls: userCalls() }]))
    const postmaster = await postmasterOf([...urls.values()][0] ?? '')
    const rounds = await alternate(sides, { load, postmaster, connections: CONNECTIONS, rounds: ROUNDS, count: COUNT })
    const [first, ...others] = [...urls.keys()].map((rows) => ({ rows, own: rounds[String(rows)] ?? [] }))
    if (!first) throw new Error('no database')
    const last = others.at(-1)
    const line = ({ rows, own }: typeof first) => {
      const [latency, cpu] = [ratio(own, first.own, 'p50'), ratio(own, first.own, 'cpu')]
      return [
        `${number(rows)} feedbacks`,
        number(medianOf(own, 'perSecond')),
        number(medianOf(own, 'p50'), 1),
        number(medianOf(own, 'p99'), 1),
        number(medianOf(own, 'cpu'), 3),
        number(latency, 2),
        number(cpu, 2),
        rows === last?.rows ? verdict(latency <= TARGET && cpu <= TARGET, `≤ ${TARGET}`) : '',
      ]
    }
    return table(
      ['GET /api/users/1', 'calls a second', 'p50 (ms)', 'p99 (ms)', 'CPU (ms)', 'p50 ÷ first', 'CPU ÷ first', 'target'],
      [first, ...others].map(line),
    )
  } finally {
    for (const running of servers.values()) await running.stop()
  }
}
