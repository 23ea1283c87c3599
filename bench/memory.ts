import { setTimeout as sleep } from 'node:timers/promises'
import { userCalls } from './calls.ts'
import { CONNECTIONS, median } from './compare.ts'
import { type Loader, memoryOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'

const STARTS = 7
const REST_MS = 5_000
const LOAD = 20_000
const [MEMORY_TARGET, START_TARGET] = [140, 500]

/** Memory at rest and under load, and how soon a start answers. The first start fills the compile cache and is not counted. */
export async function measureMemory(url: string, load: Loader): Promise<string> {
  const starts: number[] = []
  const rests: number[] = []
  const loaded: number[] = []
  const peaks: number[] = []
  for (let n = 0; n <= STARTS; n++) {
    const running = await startServer(url)
    try {
      if (n === 0) {
        await sleep(1000)
        continue
      }
      starts.push(running.startMs)
      await sleep(REST_MS)
      rests.push(memoryOf(running.pid))
      if (n > 2) continue
      const calls = await userCalls()()
      await load.run({ port: running.port, connections: CONNECTIONS, count: LOAD, calls })
      loaded.push(memoryOf(running.pid))
      peaks.push(memoryOf(running.pid, 'VmHWM'))
    } finally {
      await running.stop()
    }
  }
  const range = (values: number[]) => `${number(Math.min(...values))}–${number(Math.max(...values))}`
  return table(
    ['', 'median', 'range', 'target'],
    [
      [
        `spawn to first answer, ${STARTS} starts (ms)`,
        number(median(starts)),
        range(starts),
        verdict(median(starts) <= START_TARGET, `≤ ${START_TARGET}`),
      ],
      ['memory at rest (RSS, MB)', number(median(rests)), range(rests), verdict(median(rests) <= MEMORY_TARGET, `≤ ${MEMORY_TARGET}`)],
      [`memory after ${number(LOAD)} calls over ${CONNECTIONS} connections (RSS, MB)`, number(median(loaded)), range(loaded), ''],
      ['– highest meanwhile (MB)', number(median(peaks)), range(peaks), ''],
    ],
  )
}
