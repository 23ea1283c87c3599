import { expect, test } from 'vitest'
import { atMost } from './concurrency-limit.ts'

/** A task that the test ends. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { run: () => promise, end: resolve, fail: reject }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('runs a few at a time, first in first out; a failure frees its slot, too', async () => {
  const few = atMost(2)
  const [a, b, c, d, late] = [work(), work(), work(), work(), work()]
  const begun: string[] = []
  const start = (name: string, { run }: ReturnType<typeof work>) =>
    few(() => {
      begun.push(name)
      return run()
    })
  const first = start('a', a)
  const others = [start('b', b), start('c', c), start('d', d)]
  await settle()
  expect(begun).toEqual(['a', 'b'])
  // A call at the very moment a slot is freed must not overtake those that wait.
  const last = first.catch(() => start('late', late))
  a.fail(new Error('broken'))
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const { end } of [b, c, d, late]) end('done')
  expect(await Promise.all([...others, last])).toEqual(['done', 'done', 'done', 'done'])
  await expect(first).rejects.toThrow('broken')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'late'])
})

test('refuses above the queue limit, until a slot is free', async () => {
  const few = atMost(1, 1)
  const [a, b] = [work(), work()]
  const running = few(a.run)
  const waiting = few(b.run)
  await expect(few(async () => 'never')).rejects.toMatchObject({ code: 'unavailable' })
  a.end('a')
  b.end('b')
  expect(await Promise.all([running, waiting])).toEqual(['a', 'b'])
  expect(await few(async () => 'c')).toBe('c')
})
