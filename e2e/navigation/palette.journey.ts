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

test('by keyboard alone people, pages and actions are reached; “?” shows the keys, which write in fields and can be switched off', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
  await enter(page, EMAIL)
  const palette = new Palette(page)
  const menu = new Menu(page)
  const profile = new Profile(page)
  await open(page, '/quality-index')

  await test.step('a person is found, and a request begins', async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.search).toBeFocused()
    await page.keyboard.type('oliver')
    await expect(palette.option(/Oliver Bennett/)).toHaveAttribute('aria-selected', 'true')
    await expect(palette.dialog.getByRole('status')).toHaveText(palette.say('palette.found', { count: 1, n: 1 }))
    await page.keyboard.press('Enter')
    await expect(palette.search).toHaveAccessibleName(palette.say('palette.person', { name: 'Oliver Bennett' }))
    await page.keyboard.press('Escape')
    await expect(palette.search, 'Escape goes one step back').toHaveAccessibleName(palette.say('palette.search'))
    await page.keyboard.type('oliver')
    await expect(palette.option(/Oliver Bennett/)).toHaveAttribute('aria-selected', 'true')
    await expect(palette.dialog.getByRole('status')).toHaveText(palette.say('palette.found', { count: 1, n: 1 }))
    await page.keyboard.press('Enter')
    await expect(palette.search).toHaveAccessibleName(palette.say('palette.person', { name: 'Oliver Bennett' }))
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

  await test.step('they do nothing on public pages', async () => {
    await page.goto('/terms')
    await expect(title(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.press('?')
    await expect(palette.dialog.or(palette.keys)).toHaveCount(0)
  })
})

test('a search without a result offers the main actions; a coffee chat begins; without a network pages and actions are found @whole', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'ar-EG', viewport: DESKTOP })
  await enter(page, 'amir@nova.example', 'ar')
  const palette = new Palette(page, 'ar')
  await open(page, '/home')

  await test.step('no result', async () => {
    await page.keyboard.press('Control+k')
    await palette.search.fill('zzzz')
    const result = palette.dialog.getByRole('status')
    await expect(result).toContainText(palette.say('palette.nothing'))
    await expect(result).toContainText(palette.say('palette.none'))
    await expect(palette.dialog.getByRole('option')).toHaveCount(6)
    await page.keyboard.press('Enter')
    await expect(palette.search, 'Enter runs nothing that was not chosen').toBeFocused()
    await expect(page).toHaveURL(/\/home$/)
    await page.keyboard.press('ArrowDown')
    await expect(palette.option(palette.say('palette.ask'))).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/my-skills$/)
  })

  const search = page.getByTestId('menu-search')
  await test.step('a colleague is invited to a coffee chat', async () => {
    await search.click()
    await palette.search.fill('greta')
    await palette.option(/Greta/).click()
    await palette.option(palette.say('coffee.new')).click()
    await expect(page).toHaveURL(/\/coffee-request\?new=1$/)
    await expect(shown(page).getByText('Greta Vogel').first()).toBeVisible()
    await expect(palette.dialog).toHaveCount(0)
  })

  await test.step('without a network; the focus returns to where it was', async () => {
    await page.context().setOffline(true)
    await search.focus()
    await page.keyboard.press('Enter')
    await expect(palette.search).toBeFocused()
    await palette.search.fill(palette.say('menu.awards').slice(0, 5))
    await expect(palette.option(palette.say('menu.awards'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette.dialog).toHaveCount(0)
    await expect(search).toBeFocused()
  })
})
