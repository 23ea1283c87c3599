import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import type { Visit } from '../visit.ts'
import type { State } from './state.ts'

const code = /\/static\/QualityIndexPage-[\w-]+\.js$/

const free = ({ page }: Visit) => page.unrouteAll({ behavior: 'ignoreErrors' })

/** A page whose code does not come, and one whose code throws an error. */
export const notShown: readonly State[] = [
  {
    name: 'not fetched',
    async reach(visit) {
      await visit.page.route(code, (route) => route.abort('internetdisconnected'))
      await visit.page.reload()
      await visit.refused()
    },
    leave: free,
  },
  {
    name: 'throwing an error',
    async reach(visit) {
      const body = "export default () => { throw new Error('thrown on purpose') }"
      await visit.page.route(code, (route) => route.fulfill({ contentType: 'text/javascript', body }))
      await visit.page.reload()
      await visit.refused()
    },
    leave: free,
  },
]

export const offline: readonly State[] = [
  {
    name: 'opened without a connection',
    async reach(visit) {
      await cut(visit.page)
      await visit.page.reload()
      await expect(visit.top.getByTestId('connection-line')).toContainText(visit.opening('offline.as_of', 'when'))
    },
    leave: ({ page }) => reconnect(page),
  },
]

const palette = ({ page, say }: Visit) => page.getByRole('dialog', { name: say('palette.title'), exact: true })
const search = (visit: Visit) => palette(visit).getByRole('combobox')
const close = async (visit: Visit) => {
  await visit.page.keyboard.press('Escape')
  await expect(visit.page.getByRole('dialog')).toHaveCount(0)
}

/** Over a page beside the menu. */
export const panels: readonly State[] = [
  {
    name: 'the palette',
    async reach(visit) {
      await visit.page.getByTestId('menu-search').click()
      await expect(search(visit)).toBeFocused()
    },
  },
  {
    name: 'a found person',
    async reach(visit) {
      await search(visit).fill('oliver')
      await expect(palette(visit).getByRole('option', { name: /Oliver Bennett/ })).toHaveAttribute('aria-selected', 'true')
    },
  },
  {
    name: 'nothing found',
    async reach(visit) {
      await search(visit).fill('zzzz')
      await expect(palette(visit).getByRole('status')).toContainText(visit.say('palette.nothing'))
      await expect(palette(visit).getByRole('option')).toHaveCount(6)
    },
    leave: close,
  },
  {
    name: 'the keys',
    async reach(visit) {
      await visit.top.locator('ion-title').focus()
      await visit.page.keyboard.press('?')
      await expect(visit.page.getByRole('dialog', { name: visit.say('palette.keys.title'), exact: true })).toBeVisible()
    },
    leave: close,
  },
]
