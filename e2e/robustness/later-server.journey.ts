import type { Page } from '@playwright/test'
import { SCREENS } from '../every-screen/catalogue.ts'
import { openScreen } from '../every-screen/open.ts'
import { makeWorld } from '../every-screen/world.ts'
import { apiOf, RETRIED } from '../support/api.ts'
import { expect, PHONE, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Every value of an enumeration in the responses of the contract. */
const valuesOf = (document: string): ReadonlySet<string> =>
  new Set([...document.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, values = '[]']) => (JSON.parse(values) as unknown[]).map(String)))

/** An item as a later version may have it: with values of enumerations that this one does not know; null when it has none. */
function unknownOf(item: Json, known: ReadonlySet<string>): Json {
  let isChanged = false
  const change = (at: Json): Json => {
    if (typeof at === 'string' && known.has(at)) {
      isChanged = true
      return `${at}_of_later`
    }
    if (Array.isArray(at)) return at.map(change)
    if (at && typeof at === 'object') return Object.fromEntries(Object.entries(at).map(([key, value]) => [key, change(value)]))
    return at
  }
  const changed = change(item)
  return isChanged ? changed : null
}

/** The same without half of its fields. */
const lacking = (item: Json): Json =>
  item && typeof item === 'object' && !Array.isArray(item)
    ? Object.fromEntries(Object.entries(item).filter((_field, place) => place % 2 === 1))
    : null

/** Each list has two items more: one of an unknown kind, and one without required fields. Each object has a field more. */
function later(at: Json, known: ReadonlySet<string>): Json {
  if (Array.isArray(at)) {
    const last = at.at(-1) ?? null
    const more = [unknownOf(last, known), lacking(last)].filter((one) => one !== null)
    return [...at.map((one) => later(one, known)), ...more]
  }
  if (at && typeof at === 'object')
    return { ...Object.fromEntries(Object.entries(at).map(([key, value]) => [key, later(value, known)])), of_later: { kind: 'of_later' } }
  return at
}

async function asOfLater(page: Page, known: ReadonlySet<string>) {
  const changed: string[] = []
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch(RETRIED)
    if (!response.ok() || !response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response })
    changed.push(new URL(route.request().url()).pathname)
    await route.fulfill({ response, json: later((await response.json()) as Json, known) })
  })
  return changed
}

test('every screen shows what it knows of the responses of a later server @whole', async ({ server, visitor }) => {
  test.setTimeout(900_000)
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const world = await makeWorld(server, apiOf(camille), 'fr')
  const known = valuesOf(await (await fetch(`${server.url}/api/openapi.json`)).text())
  expect(known.size).toBeGreaterThan(100)
  const own = SCREENS.filter(({ open, as }) => !open && !as)
  for (const { before } of own) await before?.(apiOf(camille))
  const changed = await asOfLater(camille, known)
  for (const screen of own)
    await test.step(screen.name, async () => {
      const { before: _done, ...withoutSetUp } = screen
      await camille.setViewportSize(screen.size ?? PHONE)
      await openScreen(camille, withoutSetUp, world)
      await expect(shown(camille).locator('.notice[role="alert"]'), screen.name).toHaveCount(0)
    })
  expect(new Set(changed).size).toBeGreaterThan(20)
  await camille.unrouteAll({ behavior: 'ignoreErrors' })
})
