import { resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, until } from './support/processes.ts'

const PORTS = resolve(import.meta.dirname, '../../scripts/ports.mjs')
const PROCESSES = 4
const EACH = 3
/** Looks up ports as a test does that starts its servers later, and goes on until it is ended. */
const LOOK = `
  const { freePort } = await import(process.env.PORTS)
  for (let n = 0; n < ${EACH}; n++) console.log(await freePort())
  setInterval(() => {}, 60_000)`

test('processes that start together are given different ports before anything listens on them', async () => {
  const looking = Array.from({ length: PROCESSES }, () =>
    run(process.execPath, ['--input-type=module', '-e', LOOK], import.meta.dirname, { PORTS }),
  )
  onTestFinished(async () => {
    await Promise.all(looking.map((one) => one.end()))
  })
  const portsOf = ({ output }: (typeof looking)[number]) => output().trim().split('\n')
  await until('all have their ports', async () => looking.every((one) => portsOf(one).length === EACH && one.output().endsWith('\n')))
  const all = looking.flatMap(portsOf)
  expect(all.every((port) => /^\d{5}$/.test(port))).toBe(true)
  expect(new Set(all).size).toBe(PROCESSES * EACH)
})
