import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { badges as badgeCalls, shownName } from '@reflet/contract/badges'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { acceptsJson, unbakedPng } from '../../apps/server/src/test/verifier.ts'
import { chooseSkills } from '../every-screen/steps.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { AddManager } from '../hierarchy/add-manager.ts'
import { ManagerLists } from '../hierarchy/hierarchy.ts'
import { Tour } from '../onboarding/tour.ts'
import { DeleteAccount } from '../people/profile.ts'
import { apiOf } from '../support/api.ts'
import { expect, PHONE, skipTour, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { acceptTerms, finishOnboarding, NEWCOMER } from '../support/newcomer.ts'
import { enter, logIn } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { BadgeContacts, Badges, LinkedInPost, OneBadge, PublishBadges } from './badges.ts'

const MANAGER = 'yannick@holding.example'
const COLLEAGUES = { superior: ['oliver'], coworker: ['amir', 'greta'], equal: ['sofia', 'camille'] } as const
const GIVERS = Object.values(COLLEAGUES).flat()

/** A person who has finished the onboarding, with three skills and nothing else. */
async function begin(page: Page): Promise<void> {
  const api = apiOf(page)
  await enter(page, NEWCOMER, 'fr')
  await acceptTerms(api)
  await chooseSkills(api)
  await finishOnboarding(api, page)
}

test('from nothing to a published badge, and away again', async ({ server, visitor }) => {
  test.setTimeout(600_000)
  const page = await visitor({ locale: 'fr-FR' })
  await begin(page)
  const { user } = await apiOf(page).call(people.getUser, { params: { userId: '1' } })
  const badges = new Badges(page)
  await badges.open()
  await new Tour(page).expectBeside()
  await skipTour(page)
  await expect(badges.onTheWay).toHaveCount(3)
  const skill = await badges.onTheWay.first().getByRole('heading').innerText()

  await test.step('without lists no one can be chosen: the manager is asked, and fills them', async () => {
    await badges.askManager()
    await new AddManager(page).ask('Yannick', 'Le Goff', MANAGER)
    const mail = await mailTo(server, MANAGER, 'hierarchical-list')
    const manager = await visitor({ locale: 'fr-FR' })
    await manager.goto(/https?:\/\/[^\s"]*\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    const lists = new ManagerLists(manager)
    for (const [relation, names] of Object.entries(COLLEAGUES) as [keyof typeof COLLEAGUES, readonly string[]][]) {
      await lists.openAdding(relation)
      for (const name of names) await lists.addByEmail(`${name}@nova.example`)
      await lists.finishAdding()
    }
    await lists.save()
    await expect(lists.saved.first()).toBeVisible()
  })

  await test.step('what is missing is asked for, straight from the badge, although the lists arrive during the press', async () => {
    await badges.chooseWhom(skill)
    const contacts = new BadgeContacts(page)
    await expect(contacts.best('Oliver')).toBeVisible()
    // The manager is from outside the company: their rating would not count.
    await expect(contacts.people).toHaveCount(GIVERS.length)
    for (const person of await contacts.people.all()) await person.click()
    await contacts.ask(GIVERS.length)
    await new Ask(page).send(GIVERS.length)
  })

  await test.step('they answer', async () => {
    for (const [place, name] of GIVERS.entries()) {
      const { api: giver } = await logIn(server.url, `${name}@nova.example`)
      const { groups } = await giver.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
      const asked = groups.find(({ requester }) => requester.first_name === user.first_name)
      const answer = { rating: place === 0 ? 5 : 4, not_observed: false, situation: null, keep: 'Merci, vraiment.', improve: null }
      await giver.call(feedback.answerFeedback, { params: { id: asked?.feedbacks[0]?.id ?? '' }, body: answer })
    }
  })

  await test.step('under a name that its owner has just changed it is not published', async () => {
    const rename = (first_name: string) => apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { first_name } })
    await rename('Marie')
    await page.goto('/badge-publish-new')
    const publishing = new PublishBadges(page)
    await expect(publishing.unconfirmed).toBeVisible()
    await expect(publishing.action(1)).toBeDisabled()
    await rename(user.first_name)
  })

  const one = new OneBadge(page)
  const id = await test.step('it is published under the name that its owner chose, on a desktop with motion', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await badges.open()
    await expect(badges.earnable).toHaveCount(1)
    await badges.earnable.first().click()
    const publishing = new PublishBadges(page)
    const name = shownName(user, 'initial')
    await publishing.shownAs(name).click()
    await expect(publishing.preview).toContainText(name)
    await expect(publishing.preview).toContainText(skill)
    await publishing.publish(1)
    await expectToast(page, one.say('badges.publish.done', { count: 1, n: 1 }))
    await page.waitForURL(/\/badge\?id=/)
    await expect(one.top.getByRole('article')).toContainText(name)
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    return new URL(page.url()).searchParams.get('id') as string
  })

  const guest = await visitor({ locale: 'fr-FR' })
  await test.step('the world sees it and finds it genuine', async () => {
    expect((await guest.goto(`/badge/${id}`))?.status()).toBe(200)
    await expect(guest.locator('html')).toHaveAttribute('lang', 'fr')
    await expect(guest.getByRole('heading', { level: 1 })).toHaveText(skill)
    await expect(guest.locator('article')).toContainText(shownName(user, 'initial'))
    await expect(guest.locator('body')).not.toContainText(user.last_name)
    await guest.locator('a[href^="?verify"]').click()
    await expect(guest.getByRole('status').locator('.good').first()).toBeVisible()
    await expect(guest.getByRole('status').locator('.bad')).toHaveCount(0)
  })

  await test.step('its text for LinkedIn is checked; the links lead there', async () => {
    await one.toLinkedIn()
    const post = new LinkedInPost(page)
    await expect(post.words).toHaveValue(new RegExp(skill))
    await post.words.fill('')
    await post.check()
    await expect(post.words).toHaveAccessibleDescription(new RegExp(post.say('badges.linkedin.missing')))
    await post.words.fill('Merci à toute l’équipe 🎉')
    await post.check()
    await page.waitForURL(/badge-publish-linkedin-validate/)
    await expect(post.post).toHaveText('Merci à toute l’équipe 🎉')
    const share = new URL((await post.open.getAttribute('href')) ?? '')
    expect([share.host, share.searchParams.get('url')]).toEqual(['www.linkedin.com', `${server.url}/badge/${id}`])
    expect(await post.addToProfile.getAttribute('href')).toContain(id)
    await page.goto(`/badge?id=${id}`)
  })

  await test.step('it is mailed, and its picture is the badge itself', async () => {
    await one.mail()
    await expectToast(page, user.email)
    const mail = await mailTo(server, user.email, 'badge')
    expect(mail.text).toContain(id)
    const file = await one.download('png')
    expect(file.suggestedFilename()).toBe(`badge-${id}.png`)
    const credential = unbakedPng(readFileSync((await file.path()) as string))
    expect(await acceptsJson(credential, new Date())).toBe(true)

    await one.remove()
    await expectToast(page, one.say('badges.one.deleted'))
    await page.waitForURL(/\/badge-home/)
    await expect(badges.published).toHaveCount(0)
    await expect(badges.earnable, 'it can be published again').toHaveCount(1)
    expect(await acceptsJson(credential, new Date()), 'revoked for every verifier').toBe(false)
  })

  expect((await guest.goto(`/badge/${id}`))?.status()).toBe(410)
  await expect(guest.locator('body')).not.toContainText(user.first_name)
})

test('who deletes their account says which badges stay @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'camille@nova.example')
  const { badges } = await apiOf(page).call(badgeCalls.listBadges)
  const [kept, dropped] = badges.filter(({ status }) => status === 'published')
  const guest = await visitor()
  const statusOf = async (id = '') => (await guest.goto(`/badge/${id}`))?.status()
  expect([await statusOf(kept?.id), await statusOf(dropped?.id)]).toEqual([200, 200])
  await page.goto('/delete-account')
  const form = new DeleteAccount(page)
  await expect(form.keptBadges).toHaveCount(2)
  for (const badge of await form.keptBadges.all()) await expect(badge.getByRole('checkbox'), 'they stay, if nothing is said').toBeChecked()
  await form.keptBadges.filter({ hasText: dropped?.skill.name ?? '' }).click()
  await form.email.fill('camille@nova.example')
  await form.deleteButton.click()
  await page.waitForURL(/\/login/)
  expect([await statusOf(kept?.id), await statusOf(dropped?.id)]).toEqual([200, 410])
})
