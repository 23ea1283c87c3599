import type { Call, Load } from './load.ts'
import { cpuOf, cpuOfPostgres, type Loader, type Running } from './processes.ts'

/** One run on one side: its load and the CPU milliseconds of the server and PostgreSQL per call. */
export interface Round extends Load {
  readonly perSecond: number
  readonly serverCpu: number
  readonly databaseCpu: number
  readonly cpu: number
}

export interface Side {
  readonly running: Running
  /** Fresh calls for a round of `count`. */
  calls(count: number): Promise<readonly Call[]>
}

export interface Plan {
  readonly load: Loader
  readonly postmaster: number
  readonly connections: number
  readonly rounds: number
  readonly count: number
  /** How many consecutive calls count as one. */
  readonly together?: number
  /** Cleanup after each round. */
  settle?(): Promise<void>
}

export const CONNECTIONS = 32

async function round(side: Side, plan: Plan, count: number): Promise<Round> {
  const { connections, together = 1 } = plan
  const calls = await side.calls(count * together)
  const [server, database] = [cpuOf(side.running.pid), cpuOfPostgres(plan.postmaster)]
  const load = await plan.load.run({ port: side.running.port, connections, count, calls, together })
  const serverCpu = (cpuOf(side.running.pid) - server) / count
  const databaseCpu = (cpuOfPostgres(plan.postmaster) - database) / count
  await plan.settle?.()
  return { ...load, perSecond: count / load.seconds, serverCpu, databaseCpu, cpu: serverCpu + databaseCpu }
}

/** Warms up every side, then measures them in alternating order, so that temporary load on the machine affects all. */
export async function alternate<Name extends string>(sides: Record<Name, Side>, plan: Plan): Promise<Record<Name, Round[]>> {
  const names = Object.keys(sides) as Name[]
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Round[]>
  for (const name of names) await round(sides[name], plan, plan.count)
  for (let n = 0; n < plan.rounds; n++) {
    for (const name of n % 2 ? names.toReversed() : names) rounds[name].push(await round(sides[name], plan, plan.count))
  }
  return rounds
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const medianOf = (rounds: readonly Round[], field: keyof Omit<Round, 'failure'>) => median(rounds.map((one) => one[field]))

/** Median of the ratios of the pairs. */
export const ratio = (a: readonly Round[], b: readonly Round[], field: keyof Omit<Round, 'failure'>) =>
  median(a.map((one, n) => one[field] / (b[n]?.[field] ?? Number.NaN)))
