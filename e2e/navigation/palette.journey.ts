import type { Page, Request } from '@playwright/test'
import { Profile } from '../people/profile.ts'
import { expect, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { Menu } from './menu.ts'
import { Palette } from './palette.ts'

const DESKTOP = { width: 1280, height: 800 }
const EMAIL = 'camille@nova.example'
const title = (page: Page) => shown(page).locator('ion-title')

/** Opens a page with the menu beside it, whose code has the shortcuts, and waits for the palette's code. */
async function open(page: Page, path: string) {
  const loading = new Set<Request>()
  page.on('request', (request) => loading.add(request))
  const isLoaded = (request: Request) => loading.delete(request)
  page.on('requestfinished', isLoaded)
  page.on('requestfailed', isLoaded)
  await page.goto(path)
  await expect(page.getByTestId('menu-search')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/Palette-/.test(name)))
  await expect.poll(() => loading.size).toBe(0)
}

test('by keyboard alone people, pages and actions are reached, also without a network; “?” shows the keys, which write in fields and can be switched off', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
  await enter(page, EMAIL)
  const palette = new Palette(page)
  const menu = new Menu(page)
  const profile = new Profile(page)
  await open(page, '/quality-index')
  const choosePerson = async () => {
    await expect(palette.option(/Oliver Bennett/)).toHaveAttribute('aria-selected', 'true')
    await expect(palette.dialog.getByRole('status')).toHaveText(palette.say('palette.found', { count: 1, n: 1 }))
    await page.keyboard.press('Enter')
    await expect(palette.search).toHaveAccessibleName(palette.say('palette.person', { name: 'Oliver Bennett' }))
  }

  await test.step('no result offers the main actions, and runs none that was not chosen', async () => {
    await page.keyboard.press('Control+k')
    await palette.search.fill('zzzz')
    await expect(palette.dialog.getByRole('status')).toContainText(palette.say('palette.none'))
    await page.keyboard.press('Enter')
    await expect(palette.search).toBeFocused()
    await expect(page).toHaveURL(/\/quality-index$/)
    await page.keyboard.press('ArrowDown')
    await expect(palette.option(palette.say('palette.ask'))).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('“?” shows the keys also at the moment at which the search closes', async () => {
    await page.evaluate(() => {
      document.querySelector('dialog')?.close()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))
    })
    await expect(palette.keys).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette.keys).toHaveCount(0)
  })

  await test.step('a person is found, and a request begins', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.search).toBeFocused()
    await page.keyboard.type('oliver')
    await choosePerson()
    await page.keyboard.press('Escape')
    await expect(palette.search, 'Escape goes one step back').toHaveAccessibleName(palette.say('palette.search'))
    await page.keyboard.type('oliver')
    await choosePerson()
    await palette.choose(palette.say('palette.ask'))
    await expect(page).toHaveURL(/\/my-skills$/)
    await expect(shown(page).getByText('Oliver Bennett').first()).toBeAttached()
  })

  await test.step('a page', async () => {
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('/')
    await expect(palette.search).toBeFocused()
    await page.keyboard.type('pauses')
    await palette.choose(palette.say('menu.coffee'))
    await expect(page).toHaveURL(/\/coffee-request$/)
    await expect(title(page)).toBeFocused()
  })

  await test.step('an action', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(palette.say('palette.dark'))
    await palette.choose(palette.say('palette.dark'))
    await expect(page.locator('html')).toHaveClass(/ion-palette-dark/)
  })

  await test.step('the keys', async () => {
    await page.keyboard.press('?')
    await expect(palette.keys).toBeVisible()
    await expect(palette.keys).toContainText(menu.say('menu.dashboard'))
    await page.keyboard.press('Escape')
    await expect(palette.keys).toHaveCount(0)
    // Two keys within a second and a half.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('p')
      await expect(page).toHaveURL(/\/profile$/, { timeout: 5000 })
    }).toPass()
    await expect(title(page)).toBeFocused()
  })

  await test.step('without a modifier they write in fields', async () => {
    await profile.edit()
    const job = shown(page).locator('#profile-job_title')
    await job.fill('')
    await job.press('g')
    await job.press('?')
    await job.press('/')
    await expect(job).toHaveValue('g?/')
    await expect(palette.dialog.or(palette.keys)).toHaveCount(0)
  })

  await test.step('they are switched off in the profile', async () => {
    await menu.go('profile')
    await expect(page).toHaveURL(/\/profile$/)
    const keysSwitch = profile.top.getByRole('switch', { name: profile.say('palette.keys.switch') })
    await keysSwitch.click()
    await expect(keysSwitch).toBeChecked({ checked: false })
    await title(page).focus()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.keyboard.press('Control+k')
    await expect(palette.search).toBeFocused()
    await expect(palette.keys).toHaveCount(0)
    await expect(page).toHaveURL(/\/profile$/)
    await page.keyboard.press('Escape')
  })

  await test.step('a coffee chat with a person begins', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('oliver')
    await choosePerson()
    await palette.choose(palette.say('coffee.new'))
    await expect(page).toHaveURL(/\/coffee-request\?new=1$/)
    await expect(shown(page).getByText('Oliver Bennett').first()).toBeVisible()
  })

  await test.step('without a network pages are found; the focus returns to where it was', async () => {
    await page.context().setOffline(true)
    const search = page.getByTestId('menu-search')
    await search.focus()
    await page.keyboard.press('Enter')
    await expect(palette.search).toBeFocused()
    await palette.search.fill(palette.say('menu.awards').slice(0, 5))
    await expect(palette.option(palette.say('menu.awards'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette.dialog).toHaveCount(0)
    await expect(search).toBeFocused()
    await page.context().setOffline(false)
  })

  await test.step('they do nothing on public pages', async () => {
    await page.goto('/terms')
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('?')
    await expect(palette.dialog.or(palette.keys)).toHaveCount(0)
  })
})
