import { type BrowserContextOptions, type Page, test } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { apiOf } from '../support/api.ts'
import { PHONE } from '../support/journey.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import type { RunningServer } from '../support/server.ts'
import { enter } from '../support/session.ts'
import type { Screen } from './catalogue.ts'
import { hideToasts } from './look.ts'
import { openScreen } from './open.ts'
import { Visit } from './visit.ts'
import { makeWorld } from './world.ts'

export interface Look {
  readonly locale: Locale
  readonly colorScheme: 'light' | 'dark'
  /** Of which kind the browser is. */
  readonly device: BrowserContextOptions
}

/** Makes the world, and opens a browser for each of the people who see the screens. Returns the visit of the one who sees this screen. */
export async function openPeople(
  server: RunningServer,
  visitor: (options: BrowserContextOptions) => Promise<Page>,
  { locale, colorScheme, device }: Look,
): Promise<(screen: Screen) => Visit> {
  const open = (options: object = {}) => visitor({ locale: 'fr-FR', ...options, ...device, colorScheme })
  const camille = await open()
  await enter(camille, 'camille@nova.example', locale)
  const world = await makeWorld(server, apiOf(camille), locale)
  const people = { camille, guest: await open({ locale }), newcomer: await open(), administrator: await open() }
  await enter(people.administrator, 'admin@nova.example', locale)
  await makeNewcomer(people.newcomer, locale)
  for (const page of Object.values(people)) await page.addInitScript(hideToasts)
  return (screen) => new Visit(people[screen.open ? 'guest' : (screen.as ?? 'camille')], locale, world)
}

/** Opens a screen, in its own window, and reaches its states one after the other; `look` is called in each, with its name. */
export async function visitScreen(screen: Screen, visit: Visit, look: (what: string) => Promise<unknown>): Promise<void> {
  await visit.page.setViewportSize(screen.size ?? PHONE)
  await openScreen(visit.page, screen, visit.world)
  await look(screen.name)
  for (const [name, reach] of Object.entries(screen.states ?? {}))
    await test.step(name, async () => {
      visit.shortens = false
      const leave = await reach(visit)
      await look(`${screen.name}, ${name}`)
      if (typeof leave === 'function') await leave()
    })
}
