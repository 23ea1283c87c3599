import { keptOnDevice } from '../../support/device.ts'
import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const code = /\/static\/QualityIndexPage-[\w-]+\.js$/

/** A page whose code does not come, and one whose code throws an error. */
export const notShown: States = {
  async 'not fetched'(visit) {
    await visit.page.route(code, (route) => route.abort('internetdisconnected'))
    await visit.page.reload()
    await visit.refused()
    return visit.free
  },
  async 'throwing an error'(visit) {
    const body = "export default () => { throw new Error('thrown on purpose') }"
    await visit.page.route(code, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await visit.page.reload()
    await visit.refused()
    return visit.free
  },
}

export const offline: States = {
  async 'opened without a connection'(visit) {
    // What was shown is kept a second later.
    await expect.poll(async () => JSON.stringify(await keptOnDevice(visit.page, 'query-cache'))).toContain('news')
    await cut(visit.page)
    await visit.page.reload()
    await expect(visit.top.getByTestId('connection-line')).toContainText(visit.say('offline.now'))
    return () => reconnect(visit.page)
  },
}

const palette = ({ page, say }: Visit) => page.getByRole('dialog', { name: say('palette.title'), exact: true })
const search = (visit: Visit) => palette(visit).getByRole('combobox')
const close = async (visit: Visit) => {
  await visit.page.keyboard.press('Escape')
  await expect(visit.page.getByRole('dialog')).toHaveCount(0)
}

/** Over a page beside the menu. */
export const panels: States = {
  async 'the palette'(visit) {
    await visit.page.getByTestId('menu-search').click()
    await expect(search(visit)).toBeFocused()
  },
  async 'a found person'(visit) {
    await search(visit).fill('oliver')
    await expect(palette(visit).getByRole('option', { name: /Oliver Bennett/ })).toHaveAttribute('aria-selected', 'true')
  },
  async 'nothing found'(visit) {
    await search(visit).fill('zzzz')
    await expect(palette(visit).getByRole('status')).toContainText(visit.say('palette.nothing'))
    await expect(palette(visit).getByRole('option')).toHaveCount(6)
    return () => close(visit)
  },
  async 'the keys'(visit) {
    await visit.top.locator('ion-title').focus()
    await visit.page.keyboard.press('?')
    await expect(visit.page.getByRole('dialog', { name: visit.say('palette.keys.title'), exact: true })).toBeVisible()
    return () => close(visit)
  },
}
