import { holdDevice } from '../../support/device.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'

test('a page that closes while the device is still writing loses no text', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'camille@nova.example')
  await page.goto('/group')
  const name = shown(page).locator('#group-name')
  await expect(name).toBeVisible()
  const tab = await holdDevice(page.context())
  await name.fill('Horizon')
  // Timers fire in order: after this one, the form has passed its text to the storage.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await page.reload({ waitUntil: 'commit' })
  await tab.close()
  await expect(name).toHaveValue('Horizon')
  await page.reload()
  await expect(name, 'and again: it stands in the database now').toHaveValue('Horizon')
})
