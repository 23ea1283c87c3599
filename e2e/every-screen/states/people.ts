import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import { makePicture } from '../../support/picture.ts'
import type { States } from './state.ts'

export const contacts: States = {
  'the sheet of one': (visit) => visit.openSheet(visit.top.getByRole('listitem').getByRole('button').first()),
  async 'an answer of which nothing is known'(visit) {
    await visit.page.route(/\/api\/(users\/\w+\/)?contacts(\?|$)/, (route) => route.fulfill({ json: { people: [] } }))
    await visit.top.getByRole('searchbox', { name: visit.say('contacts.search') }).fill('gre')
    await visit.refused()
    await expect(visit.top.getByRole('heading', { level: 1 })).toBeVisible()
    return visit.free
  },
}

export const lists: States = {
  async 'the sheet that adds people'(visit) {
    const list = visit.say('relation.equal')
    const name = visit.say('hierarchy.add_to', { list })
    const close = await visit.openSheet(visit.region('relation.equal').getByRole('button', { name }))
    await expect(visit.page.getByRole('dialog', { name })).toBeVisible()
    return close
  },
}

export const editProfile: States = {
  async 'refused: no first name'(visit) {
    await visit.fill('edit_profile.first_name', '')
    await visit.press('common.save')
    await visit.refused()
  },
  async 'the part of a photo'(visit) {
    await visit.top.locator('input[type="file"]').setInputFiles(await makePicture(visit.page))
    const area = visit.page.getByRole('application', { name: visit.say('photo.area') })
    await expect.poll(async () => (await area.boundingBox())?.width ?? 0).toBeGreaterThan(100)
    return visit.closeSheet
  },
}

/** Notifications in a browser that does not allow them, and in one that does. */
export const device: States = {
  async 'notifications not allowed'(visit) {
    // A permission that is not granted is refused.
    await visit.page.context().grantPermissions(['geolocation'])
    await visit.read('notifications.device.denied')
    await expect(visit.button('notifications.device.turn_on')).toHaveCount(0)
  },
  async 'notifications off'(visit) {
    // A browser without a window refuses it whatever is granted.
    await visit.page.evaluate(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      Notification.requestPermission = async () => 'granted'
    })
    await visit.page.context().grantPermissions(['notifications'])
    await expect(visit.button('notifications.device.turn_on')).toBeVisible()
  },
  async 'notifications failed'(visit) {
    await cut(visit.page)
    await visit.press('notifications.device.turn_on')
    await visit.refused()
    return () => reconnect(visit.page)
  },
}
