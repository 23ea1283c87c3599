import { alternate, medianOf, type Round, ratio, type Side } from './compare.ts'
import type { Call } from './load.ts'
import { type Loader, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { tokenOf } from './sizes.ts'
import { addReceivers, answersOf, numberOf, type Receiver } from './statistics-data.ts'

const ROUNDS = 7
const COUNT = 100
const TARGET = 1.3

interface Measured {
  readonly what: string
  /** The reference for the person with most answers: one with as much on the page. */
  readonly beside: Receiver
  path(skillIds: readonly string[], n: number): string
}

const MEASURED: readonly Measured[] = [
  { what: 'statistics', beside: 'ten', path: () => '/api/users/1/statistics' },
  { what: 'statistics of three months', beside: 'ten', path: () => '/api/users/1/statistics?months=3' },
  { what: 'one skill', beside: 'ten', path: (skillIds, n) => `/api/users/1/statistics/${skillIds[n % skillIds.length]}` },
  { what: 'opening the dashboard', beside: 'ten', path: () => '/api/users/dashboard/access' },
  { what: 'new answers', beside: 'fullPages', path: () => '/api/feedbacks/answers?new=true' },
  { what: 'answers, first page', beside: 'thousand', path: () => '/api/feedbacks/answers' },
  {
    what: 'answers to one skill, first page',
    beside: 'fullPages',
    path: (skillIds, n) => `/api/feedbacks/answers?skill_id=${skillIds[n % skillIds.length]}`,
  },
]

/** The latency for a person who received 10,000 answers in ten years, compared with one who received few, one caller at a time. */
export async function measureStatistics(url: string, load: Loader): Promise<string> {
  const skillIds = await addReceivers(url)
  const running = await startServer(url)
  const postmaster = await postmasterOf(url)
  try {
    const lines: string[][] = []
    for (const { what, beside, path } of MEASURED) {
      const side = (receiver: Receiver): Side => ({
        running,
        calls: async (count) =>
          Array.from(
            { length: count },
            (_, n): Call => ({ method: 'GET', path: path(skillIds, n), token: tokenOf(numberOf(receiver, n)) }),
          ),
      })
      const plan = { load, postmaster, connections: 1, rounds: ROUNDS, count: COUNT }
      lines.push(line(what, beside, await alternate({ few: side(beside), many: side('many') }, plan)))
    }
    return table(['', 'answers', 'p50 (ms)', `${number(answersOf('many'))} answers, p50 (ms)`, 'p50 ÷', 'CPU ÷', 'target'], lines)
  } finally {
    await running.stop()
  }
}

function line(what: string, beside: Receiver, { few, many }: Record<'few' | 'many', readonly Round[]>): string[] {
  const [latency, cpu] = [ratio(many, few, 'p50'), ratio(many, few, 'cpu')]
  return [
    what,
    number(answersOf(beside)),
    number(medianOf(few, 'p50'), 2),
    number(medianOf(many, 'p50'), 2),
    number(latency, 2),
    number(cpu, 2),
    verdict(latency <= TARGET && cpu <= TARGET, `≤ ${TARGET}`),
  ]
}
