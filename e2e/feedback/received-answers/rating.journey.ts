import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { SkillPage } from '../../dashboard/dashboard.ts'
import { Home } from '../../home/home.ts'
import { apiOf } from '../../support/api.ts'
import { expect, test } from '../../support/journey.ts'
import { askTwoSkills } from '../../support/requests.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Rating, Thanks } from './rating.ts'

/** Camille asks Amir and an external person about the same skills; both answer about the first one. */
async function asked(camille: Page, amir: Page) {
  const api = apiOf(camille)
  const nora = { email: 'rating@partner.example', first_name: 'Nora', last_name: 'Lindqvist', locale: 'de' } as const
  const [his] = (await askTwoSkills(api, 'amir')).feedbacks
  const [hers] = (await askTwoSkills(api, 'amir', { recipients: [nora] })).feedbacks
  const answer = { rating: 4, not_observed: false, keep: null, improve: null }
  const words = { ...answer, situation: 'كلمات أمير عن ورشة يونيو' }
  await apiOf(amir).call(feedback.answerFeedback, { params: { id: his?.id ?? '' }, body: words })
  const { pathname } = new URL(hers?.guest_link ?? '')
  const [token = '', feedbackId = ''] = pathname.split('/').slice(2)
  await api.call(guest.guestAnswer, { params: { token, feedbackId }, body: { ...answer, situation: 'Gesehen von Nora im Juni' } })
  return { skillId: his?.skill.id ?? '', guestPath: `/guest-answer-confirmation/${token}/${feedbackId}` }
}

/** Opens the rating of the answer with this comment, from the page of its skill. */
async function openRating(page: Page, skillId: string, words: string): Promise<Rating> {
  const skill = new SkillPage(page)
  await skill.open(skillId)
  await skill.rate(words)
  await page.waitForURL(/\/rating\?answer=/)
  const rating = new Rating(page)
  await expect(rating.stars).toBeVisible()
  return rating
}

test('Camille thanks Amir and a guest for their answers and says what she will try; both read it, she can edit it', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  const amir = await visitor({ locale: 'ar-EG' })
  await enter(camille, 'camille@nova.example', 'fr')
  await enter(amir, 'amir@nova.example', 'ar')
  const { skillId, guestPath } = await asked(camille, amir)

  const rated = await test.step('Camille rates and thanks Amir', async () => {
    const rating = await openRating(camille, skillId, 'كلمات أمير')
    const { say } = rating
    await rating.sendTo('أمير')
    await expect(rating.problems, 'stars are asked for').toContainText(say('useful.choose'))
    await rating.star(4).focus()
    await camille.keyboard.press('Space')
    await camille.keyboard.press('ArrowRight')
    await expect(rating.star(5), 'the keyboard moves the stars').toBeChecked()
    await expect(rating.starsInWords).toHaveText(say('useful.stars.5'))
    await expect(rating.problems, 'a corrected error is gone').toHaveCount(0)
    await expect(rating.stars).toHaveAccessibleDescription('')
    await rating.phrases.first().click()
    await rating.phrases.first().click({ force: true })
    await expect(rating.thanks, 'a phrase is written once').toHaveValue('Merci, c’est très concret.')
    await rating.willTry.fill('Envoyer le compte rendu le soir même')
    await camille.reload()
    await expect(rating.willTry, 'the draft survives').toHaveValue('Envoyer le compte rendu le soir même')
    const id = new URL(camille.url()).searchParams.get('answer') ?? ''
    await rating.sendTo('أمير')
    await expectToast(camille, say('useful.sent', { name: 'أمير' }))
    await camille.waitForURL(/skill-statistics/)
    return id
  })

  await test.step('Camille rates and thanks the guest', async () => {
    const rating = await openRating(camille, skillId, 'Gesehen von Nora')
    await expect(rating.text('useful.readers.guest', { name: 'Nora' }), 'how a guest is notified').toBeVisible()
    await rating.rate(3)
    await rating.thanks.fill('Merci Nora, je relirai mes notes')
    await rating.sendTo('Nora')
    await camille.waitForURL(/skill-statistics/)
  })

  const read = new Thanks(amir, 'ar')
  await test.step('Amir reads it, from his news', async () => {
    const home = new Home(amir, 'ar')
    await home.open()
    await home.news
      .filter({ hasText: home.say('news.answer_thanked.plain', { name: 'Camille Durand' }) })
      .first()
      .click()
    await amir.waitForURL(/answer-confirmation/)
    await expect(read.stars(5)).toBeVisible()
    await expect(read.words('Merci, c’est très concret.')).toBeVisible()
    await expect(read.willTry('Envoyer le compte rendu le soir même')).toBeVisible()
  })

  await test.step('the guest reads it, behind the link', async () => {
    const nora = await visitor({ locale: 'de-DE' })
    await nora.goto(guestPath)
    const thanks = new Thanks(nora, 'de')
    await expect(thanks.words('Merci Nora, je relirai mes notes')).toBeVisible()
    await expect(thanks.stars(3)).toBeVisible()
  })

  await test.step('Camille changes the stars', async () => {
    const rating = new Rating(camille)
    await rating.open(rated)
    await expect(rating.before, 'what was said is there').toBeVisible()
    await expect(rating.thanks).toHaveValue('Merci, c’est très concret.')
    await rating.rate(2)
    await rating.sendTo('أمير')
    await expectToast(camille, rating.say('useful.sent', { name: 'أمير' }))
    await amir.reload()
    await expect(read.stars(2)).toBeVisible()
  })
})
