import { expect, login, shown, test } from './support/journey.ts'

test('a page stays visible when its content comes after it has arrived', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  // A slow device: a form waits for its draft until the other page has left, and somewhat longer.
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype
    const left = () =>
      new Promise<void>((resolve) => {
        const look = () => (document.querySelector('.ion-page-hidden') ? resolve() : requestAnimationFrame(look))
        look()
      })
    IDBObjectStore.prototype.get = function (key) {
      const request = get.call(this, key)
      if (!String(key).startsWith('draft:')) return request
      const late = { onsuccess: null, onerror: null, result: undefined } as unknown as IDBRequest & { result: unknown }
      request.onsuccess = async (event) => {
        await left()
        await new Promise((resolve) => setTimeout(resolve, Number(sessionStorage.getItem('late'))))
        late.result = request.result
        late.onsuccess?.(event)
      }
      return late
    }
  })
  await login(page, 'camille@nova.example')
  for (const ms of [0, 250, 400, 2000]) {
    await page.evaluate((ms) => sessionStorage.setItem('late', String(ms)), ms)
    await page.goto('/profile')
    await shown(page).getByText('Modifier mon profil').click()
    await expect(page).toHaveURL(/\/edit-profile$/)
    await expect(page.locator('#profile-first_name')).toHaveValue('Camille')
    await expect(shown(page).locator('#profile-first_name'), `${ms} ms later`).toBeVisible()
  }
})
