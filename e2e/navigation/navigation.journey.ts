import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { EditProfile, Profile } from '../people/profile.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, inGate, PHONE, shown, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { Menu } from './menu.ts'
import { TabBar } from './tab-bar.ts'

const DESKTOP = { width: 1280, height: 800 }
const EMAIL = 'camille@nova.example'
const title = (page: Page) => shown(page).locator('ion-title')

/** Boxes of the tab bar that overlap, or that are outside the window. */
const collisions = (page: Page) =>
  page.locator('.tab-bar').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('a')].map((tab) => {
      const parts = [...tab.children].map((part) => part.getBoundingClientRect())
      const content = { left: Math.min(...parts.map(({ left }) => left)), right: Math.max(...parts.map(({ right }) => right)) }
      return { tab: tab.getBoundingClientRect(), content }
    })
    const { width } = document.documentElement.getBoundingClientRect()
    const large = boxes.every(({ tab }) => Math.round(tab.height) >= 44 && Math.round(tab.width) >= 44)
    const inside = boxes.every(({ content }) => content.left >= -1 && content.right <= width + 1)
    const sorted = boxes.map(({ content }) => content).sort((a, b) => a.left - b.left)
    const apart = sorted.every((box, index) => box.right <= (sorted[index + 1]?.left ?? Number.POSITIVE_INFINITY) + 1)
    return { large, inside, apart, sideways: bar.scrollWidth - bar.clientWidth }
  })

test.describe('the tab bar of a phone', () => {
  test('leads to the five areas with their counts, and back to the beginning of the current one', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR' })
    await enter(page, EMAIL)
    await page.goto('/home')
    const bar = new TabBar(page)
    const { feedbacks } = await apiOf(page).call(people.getUser, { params: { userId: '1' } })
    const { total } = feedbacks.received
    await expect(bar.tabOf('answer')).toHaveAccessibleName(
      `${bar.say('menu.tab.answer')} ${bar.say('menu.waiting', { count: total, n: total })}`,
    )
    await expect(bar.tabOf('home')).toHaveAttribute('aria-current', 'page')
    expect(await problemsOf(page, 'home with the tab bar')).toEqual([])
    for (const [key, path] of [
      ['ask', '/my-skills'],
      ['answer', '/answer'],
      ['dashboard', '/dashboard'],
      ['profile', '/profile'],
    ] as const) {
      await bar.tabOf(key).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(bar.tabOf(key)).toHaveAttribute('aria-current', 'page')
    }
    await new Profile(page).edit()
    await expect(bar.tabOf('profile')).toHaveAttribute('aria-current', 'true')
    await bar.tabOf('profile').click()
    await expect(page).toHaveURL(/\/profile$/)
    const scroller = shown(page).locator('ion-content .inner-scroll').last()
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await bar.tabOf('profile').click()
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0)
  })

  test('is below the main button and covers nothing', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR' })
    await enter(page, EMAIL)
    await page.goto('/my-skills')
    const footer = shown(page).locator('ion-footer')
    await expect(footer).toBeVisible()
    const above = await footer.boundingBox()
    const bar = await page.locator('.tab-bar').boundingBox()
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(bar?.y ?? 0, 0)
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(PHONE.height, 0)
  })

  test('is not covered by a message', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR' })
    await enter(page, EMAIL)
    const profile = new EditProfile(page)
    await profile.open()
    await profile.jobTitle.fill('Autre métier')
    // Measured when the toast is in its place: it goes after four seconds.
    const gap = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          document.addEventListener('ionToastDidPresent', ({ target }) => {
            const toast = (target as Element).shadowRoot?.querySelector('.toast-wrapper') as Element
            const bar = document.querySelector('.tab-bar') as Element
            resolve(bar.getBoundingClientRect().top - toast.getBoundingClientRect().bottom)
          }),
        ),
    )
    await profile.save()
    expect(await gap).toBeGreaterThanOrEqual(0)
  })

  test('is used by the keyboard alone', async ({ visitor }) => {
    const page = await visitor({ locale: 'en-GB' })
    await enter(page, EMAIL, 'en')
    await openByKeyboard(page, '/quality-index')
    await tabTo(page, new RegExp(`^${new TabBar(page, 'en').say('menu.tab.dashboard')}`))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(title(page)).toBeFocused()
  })

  test('is away while a field of a touch phone has the focus', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR', hasTouch: true, isMobile: true })
    await enter(page, EMAIL)
    await page.goto('/edit-profile')
    const bar = page.locator('.tab-bar')
    await expect(bar).toBeVisible()
    await shown(page).locator('#profile-job_title').tap()
    await expect(bar).toBeHidden()
    await shown(page).locator('#profile-job_title').blur()
    await expect(bar).toBeVisible()
  })

  test('is absent on a desktop, in the onboarding and on public pages', async ({ server, visitor }) => {
    const desktop = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
    await enter(desktop, EMAIL)
    await desktop.goto('/home')
    await expect(desktop.locator('ion-menu')).toBeVisible()
    await expect(desktop.locator('.tab-bar')).toBeHidden()
    await desktop.setViewportSize(PHONE)
    await expect(desktop.locator('.tab-bar')).toBeVisible()
    await desktop.goto('/terms')
    await expect(title(desktop)).toBeVisible()
    await expect(desktop.locator('.tab-bar')).toHaveCount(0)
    const newcomer = await visitor({ locale: 'fr-FR' })
    await makeNewcomer(newcomer, 'fr')
    await newcomer.goto('/onboarding-terms')
    await expect(shown(newcomer).getByRole('heading').first()).toBeVisible()
    await expect(newcomer.locator('.tab-bar')).toHaveCount(0)
    const guest = await visitor({ locale: 'fr-FR' })
    await guest.goto(`${server.url}/guest-answer/x/y`)
    await expect(guest.locator('.page-body')).toBeVisible()
    await expect(guest.locator('.tab-bar')).toHaveCount(0)
  })

  for (const locale of ['fr', 'en', 'ar', 'de', 'es'] as const)
    test(`fits into 320 px and keeps its names at 200 % text: ${locale}`, inGate(locale === 'de'), async ({ visitor }) => {
      const page = await visitor({ locale, viewport: { width: 320, height: 640 } })
      await enter(page, EMAIL, locale)
      await page.goto('/answer')
      const bar = new TabBar(page, locale)
      await expect(bar.tabOf('answer')).toBeVisible()
      expect(await collisions(page)).toEqual({ large: true, inside: true, apart: true, sideways: 0 })
      await page.addStyleTag({ content: 'html { font-size: 200% }' })
      expect(await collisions(page)).toEqual({ large: true, inside: true, apart: true, sideways: 0 })
      for (const key of ['home', 'ask', 'answer', 'dashboard', 'profile'] as const) await expect(bar.tabOf(key)).toHaveCount(1)
    })
})

/** The names of the links below a heading of the menu. */
const linksOf = (menu: Menu, group?: string) =>
  menu.page
    .getByRole('navigation', { name: menu.say('menu.label') })
    .getByRole('list', group ? { name: menu.say(`menu.group.${group}`), exact: true } : {})
    .first()
    .locator('ion-item')

test('the menu begins with the areas in their order; the groups follow', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 1200 } })
  await enter(page, EMAIL)
  await page.goto('/home')
  const menu = new Menu(page)
  const say = (keys: string[]) => keys.map((key) => new RegExp(`^${menu.say(`menu.${key}`)}`))
  await expect(linksOf(menu)).toHaveText(say(['home', 'ask', 'answer', 'dashboard', 'badges', 'profile']))
  await expect(linksOf(menu, 'people')).toHaveText(say(['contacts', 'hierarchy', 'manager']))
  await expect(linksOf(menu, 'thanks')).toHaveText(say(['awards', 'coffee']))
  await expect(linksOf(menu, 'growth')).toHaveText(say(['skills', 'self_evaluation', 'tries', 'quality', 'talk', 'videos']))
  expect(await problemsOf(page, 'the side menu')).toEqual([])
  await menu.go('contacts')
  await expect(page).toHaveURL(/\/contacts$/)
  await expect(linksOf(menu, 'people').first()).toHaveAttribute('aria-current', 'page')
  await expect(linksOf(menu).first()).toHaveAttribute('aria-current', 'false')
})

test('the current entry of the menu is in view, and the list fades where there is more', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  await enter(page, EMAIL)
  await page.goto('/video-player')
  const menu = new Menu(page)
  await expect(menu.entry('videos')).toBeInViewport({ ratio: 1 })
  await expect(title(page)).toBeFocused()
  // Two keys within a second and a half.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect(page).toHaveURL(/\/home$/, { timeout: 5000 })
  }).toPass()
  await expect(menu.entry('home')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.menu-search')).toBeInViewport({ ratio: 1 })
  await expect(menu.entry('videos')).not.toBeInViewport()
  expect(await problemsOf(page, 'the menu with more entries than fit')).toEqual([])
})

test('the profile is about the person: its links to other pages are in the menu behind its button', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, EMAIL)
  const profile = new Profile(page)
  await profile.open()
  await expect(profile.toEdit).toBeVisible()
  const menu = new Menu(page)
  await expect(profile.top.getByRole('link', { name: menu.say('menu.contacts'), exact: true })).toHaveCount(0)
  await menu.open()
  await menu.go('coffee')
  await expect(page).toHaveURL(/\/coffee-request$/)
})
