import { setImmediate } from 'node:timers/promises'
import { MINUTE_MS } from '@reflet/contract/durations'
import { expect, test } from 'vitest'
import { buildAppForThisTest } from '../test/build-test-app.ts'
import { refuseWhenOverloaded } from './overload.ts'

function atTimes(url = '/api/skills') {
  let now = 0
  const refuse = refuseWhenOverloaded(() => now)
  return (time: number) => {
    now = time
    try {
      refuse({ url })
      return 'served'
    } catch (error) {
      return (error as Error).message
    }
  }
}

test('calls are refused once the event loop has been delayed for two seconds', () => {
  const at = atTimes()
  expect([0, 500, 1_999].map(at)).toEqual(['served', 'served', 'served'])
  expect(at(2_000)).toBe('unavailable')
  expect(at(4_500)).toBe('unavailable')
})

test('a single pause refuses no call, nor does a later one', () => {
  const at = atTimes()
  expect([0, 900, 10_000, 10_900, 20_000].map(at)).toEqual(['served', 'served', 'served', 'served', 'served'])
})

test('pages, scripts and probes are always served', () => {
  for (const url of ['/', '/home', '/static/index.js', '/health/live', '/apixyz']) {
    const at = atTimes(url)
    expect([0, 1_000, 2_500, 5_000].map(at), url).toEqual(['served', 'served', 'served', 'served'])
  }
})

test('an overloaded server refuses calls, and still serves pages and probes', async () => {
  const app = await buildAppForThisTest({ settings: { maxEventLoopDelay: 1 } })
  let busy = true
  const load = (async () => {
    while (busy) {
      const until = performance.now() + 30
      while (performance.now() < until);
      await setImmediate()
    }
  })()
  const get = (path: string) => fetch(`${app.url}${path}`)
  const until = Date.now() + MINUTE_MS
  let refused = await get('/api/users/1')
  while (refused.status !== 503 && Date.now() < until) refused = await get('/api/users/1')
  const probe = await get('/health/live')
  const file = await get('/static/none.js')
  busy = false
  await load
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  expect(probe.status).toBe(200)
  expect(file.status).not.toBe(503)
  expect(await app.metrics.print()).toMatch(/^reflet_refusals_total\{code="unavailable",area="api"\} [1-9]/m)
})
