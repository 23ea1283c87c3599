import type { Page } from '@playwright/test'
import { LOCALES } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import { EditProfile, Profile } from '../people/profile.ts'
import { apiOf } from '../support/api.ts'
import { countsIn } from '../support/counts.ts'
import { expect, PHONE, shown, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { atTextSizes } from '../support/text-size.ts'
import { Menu } from './menu.ts'
import { TabBar } from './tab-bar.ts'

const EMAIL = 'camille@nova.example'
const title = (page: Page) => shown(page).locator('ion-title')

/** The pages that are not behind another one. */
const TOP = 'ion-router-outlet > .ion-page:not(.ion-page-hidden)'

/** Boxes of the tab bar that overlap, or that are outside the window. */
const collisions = (page: Page) =>
  page.locator('.tab-bar').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('a')].map((tab) => {
      const parts = [...tab.children].map((part) => part.getBoundingClientRect())
      const content = {
        left: Math.min(...parts.map(({ left }) => left)),
        right: Math.max(...parts.map(({ right }) => right)),
        bottom: Math.max(...parts.map(({ bottom }) => bottom)),
      }
      return { tab: tab.getBoundingClientRect(), content }
    })
    const { width } = document.documentElement.getBoundingClientRect()
    const large = boxes.every(({ tab }) => Math.round(tab.height) >= 44 && Math.round(tab.width) >= 44)
    const inside = boxes.every(({ content }) => content.left >= -1 && content.right <= width + 1 && content.bottom <= innerHeight + 1)
    const sorted = boxes.map(({ content }) => content).sort((a, b) => a.left - b.left)
    const apart = sorted.every((box, index) => box.right <= (sorted[index + 1]?.left ?? Number.POSITIVE_INFINITY) + 1)
    return { large, inside, apart, sideways: bar.scrollWidth - bar.clientWidth }
  })

/** The gap between the tab bar and the next message, when that is in its place: it goes after four seconds. */
const gapToMessage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        document.addEventListener('ionToastDidPresent', ({ target }) => {
          const toast = (target as Element).shadowRoot?.querySelector('.toast-wrapper') as Element
          const bar = document.querySelector('.tab-bar') as Element
          resolve(bar.getBoundingClientRect().top - toast.getBoundingClientRect().bottom)
        }),
      ),
  )

test('the tab bar of a phone leads to the five areas with their counts, covers nothing, and is away while a field has the focus', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'de-DE', hasTouch: true, isMobile: true })
  await enter(page, EMAIL, 'de')
  await page.goto('/home')
  const tabs = new TabBar(page, 'de')
  const { feedbacks } = await apiOf(page).call(people.getUser, { params: { userId: '1' } })
  const { total, requests } = feedbacks.received
  await expect(tabs.tabOf('answer')).toHaveAccessibleName(`${tabs.say('menu.tab.answer')} ${countsIn(tabs.say).waiting(total, requests)}`)
  await expect(tabs.tabOf('home')).toHaveAttribute('aria-current', 'page')
  const isAt = async (key: 'ask' | 'answer' | 'dashboard' | 'profile', path: string) => {
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(tabs.tabOf(key)).toHaveAttribute('aria-current', 'page')
  }

  await test.step('below the main button', async () => {
    await tabs.tabOf('ask').click()
    await isAt('ask', '/my-skills')
    await expect(page.locator(TOP)).toHaveCount(1)
    const footer = shown(page).locator('ion-footer')
    await expect(footer).toBeVisible()
    const above = await footer.boundingBox()
    const bar = await page.locator('.tab-bar').boundingBox()
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(bar?.y ?? 0, 0)
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(PHONE.height, 0)
  })

  await test.step('by keyboard', async () => {
    await tabs.tabOf('answer').click()
    await isAt('answer', '/answer')
    await expect(title(page)).toBeFocused()
    await tabTo(page, new RegExp(`^${tabs.say('menu.tab.dashboard')}`))
    await page.keyboard.press('Enter')
    await isAt('dashboard', '/dashboard')
    await expect(title(page)).toBeFocused()
  })

  const profile = new Profile(page, 'de')
  await test.step('back to the beginning of the current area', async () => {
    await tabs.tabOf('profile').click()
    await isAt('profile', '/profile')
    await profile.edit()
    await expect(tabs.tabOf('profile')).toHaveAttribute('aria-current', 'true')
    await tabs.tabOf('profile').click()
    await isAt('profile', '/profile')
    const scroller = shown(page).locator('ion-content .inner-scroll').last()
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await tabs.tabOf('profile').click()
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0)
  })

  await test.step('away while a field has the focus; a message does not cover it', async () => {
    await profile.edit()
    const form = new EditProfile(page, 'de')
    await expect(tabs.bar).toBeVisible()
    await form.jobTitle.tap()
    await expect(tabs.bar).toBeHidden()
    await form.jobTitle.fill('Ein anderer Beruf')
    await form.jobTitle.blur()
    await expect(tabs.bar).toBeVisible()
    const gap = gapToMessage(page)
    await form.save()
    expect(await gap).toBeGreaterThanOrEqual(0)
  })
})

/** The names of the links below a heading of the menu. */
const linksOf = (menu: Menu, group?: string) =>
  menu.page
    .getByRole('navigation', { name: menu.say('menu.label') })
    .getByRole('list', group ? { name: menu.say(`menu.group.${group}`), exact: true } : {})
    .first()
    .locator('ion-item')

test('the menu has the areas in their order and shows the current one; a desktop, the onboarding and public pages have no tab bar @whole', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1440, height: 900 } })
  await enter(page, EMAIL)
  await page.goto('/video-player')
  const menu = new Menu(page)
  const bar = page.locator('.tab-bar')

  await test.step('the current entry is in view, also where there is more than fits', async () => {
    await expect(menu.entry('videos')).toBeInViewport({ ratio: 1 })
    await expect(title(page)).toBeFocused()
    await expect(bar).toBeHidden()
    await menu.go('home')
    await expect(page).toHaveURL(/\/home$/)
    await expect(menu.entry('home')).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('menu-search')).toBeInViewport({ ratio: 1 })
    await expect(menu.entry('videos')).not.toBeInViewport()
  })

  await test.step('the areas in their order; the groups follow', async () => {
    await page.setViewportSize({ width: 1280, height: 1200 })
    const say = (keys: string[]) => keys.map((key) => new RegExp(`^${menu.say(`menu.${key}`)}`))
    await expect(linksOf(menu)).toHaveText(say(['home', 'ask', 'answer', 'dashboard', 'badges', 'profile']))
    await expect(linksOf(menu, 'people')).toHaveText(say(['contacts', 'hierarchy', 'manager']))
    await expect(linksOf(menu, 'thanks')).toHaveText(say(['awards', 'coffee']))
    await expect(linksOf(menu, 'growth')).toHaveText(say(['skills', 'self_evaluation', 'tries', 'quality', 'talk', 'videos']))
    await menu.go('contacts')
    await expect(page).toHaveURL(/\/contacts$/)
    await expect(linksOf(menu, 'people').first()).toHaveAttribute('aria-current', 'page')
    await expect(linksOf(menu).first()).toHaveAttribute('aria-current', 'false')
  })

  await test.step('on a phone the links of the profile to other pages are in the menu behind its button', async () => {
    const profile = new Profile(page)
    await menu.go('profile')
    await expect(profile.toEdit).toBeVisible()
    await page.setViewportSize(PHONE)
    await expect(bar).toBeVisible()
    await expect(profile.toEdit).toBeVisible()
    await expect(profile.top.getByRole('link', { name: menu.say('menu.contacts'), exact: true })).toHaveCount(0)
    await menu.open()
    await menu.go('coffee')
    await expect(page).toHaveURL(/\/coffee-request$/)
  })

  await test.step('the tab bar fits into 320 px in every language, also with text twice as large', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const locale of LOCALES) {
      await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale } })
      await page.goto('/answer')
      await expect(new TabBar(page, locale).tabOf('answer')).toBeVisible()
      await atTextSizes(page, ['100%', '200%'], async (size) =>
        expect(await collisions(page), `${locale}, ${size}`).toEqual({ large: true, inside: true, apart: true, sideways: 0 }),
      )
    }
  })

  await test.step('no tab bar on public pages and in the onboarding', async () => {
    const newcomer = await visitor({ locale: 'fr-FR' })
    await makeNewcomer(newcomer, 'fr')
    for (const [reader, path] of [
      [page, '/terms'],
      [newcomer, '/onboarding-terms'],
      [await visitor(), '/guest-answer/x/y'],
    ] as const) {
      await reader.goto(path)
      await expect(shown(reader).getByRole('heading').first()).toBeVisible()
      await expect(reader.locator('.tab-bar'), path).toHaveCount(0)
    }
  })
})
