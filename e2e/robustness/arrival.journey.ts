import { Menu } from '../navigation/menu.ts'
import { expect, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

test('a page shows its title first, its content after it, however late; a link pressed twice at once opens once @whole', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR' })
  // A slow device: a form waits for its draft until after the transition.
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
  await enter(page, 'camille@nova.example')
  const menu = new Menu(page)
  const openMenu = async () => {
    await page.goto('/home')
    await expect(shown(page).getByRole('article').first()).toBeVisible()
    await menu.open()
  }

  await test.step('the title first', async () => {
    await openMenu()
    const firstFrame = page.evaluate(
      () =>
        new Promise<{ title: string; busy: string | null; children: number }>((resolve) => {
          const look = () => {
            const entered = [
              ...document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)'),
            ].at(-1)
            const body = location.pathname === '/profile' ? entered?.querySelector('[data-testid="page-body"]') : null
            const title = entered?.querySelector('ion-title')?.textContent ?? ''
            if (body && title !== 'Accueil') resolve({ title, busy: body.getAttribute('aria-busy'), children: body.childElementCount })
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }),
    )
    await menu.go('profile')
    expect(await firstFrame).toEqual({ title: menu.say('profile.title'), busy: 'true', children: 0 })
    await expect(shown(page).getByRole('region').first()).toBeVisible()
    await expect(shown(page).locator('[aria-busy="true"]')).toHaveCount(0)
  })

  await test.step('pressed twice', async () => {
    await openMenu()
    await menu.entry('profile').evaluate((link: HTMLElement) => {
      link.click()
      link.click()
    })
    await page.waitForURL(/\/profile$/)
    await page.goBack()
    await page.waitForURL(/\/home$/)
  })

  await test.step('content that is rendered after the transition is visible', async () => {
    for (const ms of [0, 250, 400, 2000]) {
      await page.evaluate((ms) => sessionStorage.setItem('late', String(ms)), ms)
      await page.goto('/profile')
      await shown(page).getByText('Modifier mon profil').click()
      await expect(page).toHaveURL(/\/edit-profile$/)
      await expect(page.locator('#profile-first_name')).toHaveValue('Camille')
      await expect(shown(page).locator('#profile-first_name'), `${ms} ms later`).toBeVisible()
    }
  })
})
