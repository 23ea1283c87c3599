import { setTimeout as sleep } from 'node:timers/promises'
import { userCalls } from './calls.ts'
import { CONNECTIONS, median } from './compare.ts'
import { buildDeployed, cpuOf, type Loader, memoryOf, type Running, startLeast, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'

const STARTS = 7
const REST_MS = 5_000
const LOAD = 20_000
/** The maximum ratio to bare `node:http` and `pg` in the same run. */
const [MEMORY_TARGET, START_TARGET] = [2, 4]

interface Start {
  readonly ms: number
  /** CPU milliseconds until the first response: other work on the machine affects them less than the time. */
  readonly cpu: number
  readonly rest: number
}

async function startOnce(start: () => Promise<Running>, then?: (running: Running) => Promise<void>): Promise<Start> {
  const running = await start()
  try {
    const cpu = cpuOf(running.pid)
    await sleep(REST_MS)
    const rest = memoryOf(running.pid)
    await then?.(running)
    return { ms: running.startMs, cpu, rest }
  } finally {
    await running.stop()
  }
}

/**
 * Idle memory, memory under load, and startup time of what a production server runs, compared with the minimum; beside it the same of the sources,
 * as `npm start` runs them. Their first start fills the compile cache and is not counted.
 */
export async function measureMemory(url: string, load: Loader): Promise<string> {
  const loaded: number[] = []
  const peaks: number[] = []
  const measureLoad = async ({ port, pid }: Running) => {
    await load.run({ port, connections: CONNECTIONS, count: LOAD, calls: await userCalls()() })
    loaded.push(memoryOf(pid))
    peaks.push(memoryOf(pid, 'VmHWM'))
  }
  const startDeployed = buildDeployed()
  await startOnce(() => startServer(url))
  const rounds: Record<'deployed' | 'sources' | 'least', Start>[] = []
  for (let n = 0; n < STARTS; n++) {
    const least = await startOnce(() => startLeast(url))
    const deployed = await startOnce(() => startDeployed(url), n < 2 ? measureLoad : undefined)
    rounds.push({ least, deployed, sources: await startOnce(() => startServer(url)) })
  }
  const compared = (label: string, field: keyof Start, target?: number, of: 'deployed' | 'sources' = 'deployed') => {
    const times = median(rounds.map((round) => round[of][field] / round.least[field]))
    return [
      label,
      number(median(rounds.map((round) => round[of][field]))),
      number(median(rounds.map(({ least }) => least[field]))),
      number(times, 2),
      target === undefined ? '' : verdict(times <= target, `≤ ${target}`),
    ]
  }
  return table(
    [`${STARTS} starts`, 'server', 'bare', 'ratio', 'target'],
    [
      compared('spawn to first answer (ms)', 'ms', START_TARGET),
      compared('– CPU until then (ms)', 'cpu'),
      compared('memory at rest (RSS, MB)', 'rest', MEMORY_TARGET),
      [`memory after ${number(LOAD)} calls over ${CONNECTIONS} connections (RSS, MB)`, number(median(loaded)), '', '', ''],
      ['– highest meanwhile (MB)', number(median(peaks)), '', '', ''],
      compared('from the sources: spawn to first answer (ms)', 'ms', undefined, 'sources'),
      compared('– CPU until then (ms)', 'cpu', undefined, 'sources'),
      compared('– memory at rest (RSS, MB)', 'rest', undefined, 'sources'),
    ],
  )
}
