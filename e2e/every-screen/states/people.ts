import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import { makePicture } from '../../support/picture.ts'
import type { State } from './state.ts'

export const contacts: readonly State[] = [
  {
    name: 'the sheet of one',
    reach: (visit) => visit.openSheet(visit.top.getByRole('listitem').getByRole('button').first()),
    leave: (visit) => visit.closeSheet(),
  },
  {
    name: 'an answer of which nothing is known',
    async reach(visit) {
      await visit.page.route(/\/api\/(users\/\w+\/)?contacts(\?|$)/, (route) => route.fulfill({ json: { people: [] } }))
      await visit.top.getByRole('searchbox', { name: visit.say('contacts.search') }).fill('gre')
      await visit.refused()
      await expect(visit.top.getByRole('heading', { level: 1 })).toBeVisible()
    },
    leave: ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
]

export const lists: readonly State[] = [
  {
    name: 'the sheet that adds people',
    async reach(visit) {
      const list = visit.say('relation.equal')
      const name = visit.say('hierarchy.add_to', { list })
      await visit.openSheet(visit.region('relation.equal').getByRole('button', { name }))
      await expect(visit.page.getByRole('dialog', { name })).toBeVisible()
    },
    leave: (visit) => visit.closeSheet(),
  },
]

export const editProfile: readonly State[] = [
  {
    name: 'refused: no first name',
    async reach(visit) {
      await visit.fill('edit_profile.first_name', '')
      await visit.press('common.save')
      await visit.refused()
    },
  },
  {
    name: 'the part of a photo',
    async reach(visit) {
      await visit.top.locator('input[type="file"]').setInputFiles(await makePicture(visit.page))
      const area = visit.page.getByRole('application', { name: visit.say('photo.area') })
      await expect.poll(async () => (await area.boundingBox())?.width ?? 0).toBeGreaterThan(100)
    },
    leave: (visit) => visit.closeSheet(),
  },
]

/** Notifications in a browser that does not allow them, and in one that does. */
export const device: readonly State[] = [
  {
    name: 'notifications not allowed',
    async reach(visit) {
      // A permission that is not granted is refused.
      await visit.page.context().grantPermissions(['geolocation'])
      await visit.read('notifications.device.denied')
    },
  },
  {
    name: 'notifications off',
    async reach(visit) {
      // A browser without a window refuses it whatever is granted.
      await visit.page.evaluate(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'default' })
        Notification.requestPermission = async () => 'granted'
      })
      await visit.page.context().grantPermissions(['notifications'])
      await expect(visit.button('notifications.device.turn_on')).toBeVisible()
    },
  },
  {
    name: 'notifications failed',
    async reach(visit) {
      await cut(visit.page)
      await visit.press('notifications.device.turn_on')
      await visit.refused()
    },
    leave: ({ page }) => reconnect(page),
  },
]
