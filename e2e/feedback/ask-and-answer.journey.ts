import { feedback } from '@reflet/contract/feedback'
import { Home } from '../home/home.ts'
import { apiOf } from '../support/api.ts'
import { test as base, expect, shown } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { mailTo } from '../support/mail.ts'
import { type ServerProcess, startOwnProcess } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { Answer } from './answers/answer.ts'
import { Guest } from './guests/guest.ts'
import { Ask } from './requests/ask.ts'
import { Sent } from './requests/sent.ts'

/** In a separate process, which can be killed. */
const test = base.extend<{ server: ServerProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    const server = await startOwnProcess()
    await use(server)
    await server.stop()
  },
})

const OUTSIDER = 'nora@partner.example'

test('by keyboard alone, Camille asks Amir and an external person, and both answer; a power failure loses nothing', async ({
  server,
  visitor,
}) => {
  const camille = await visitor({ viewport: { width: 1440, height: 900 } })
  await enter(camille, 'camille@nova.example')
  const ask = new Ask(camille)
  await test.step('Camille asks', async () => {
    const { keyboard } = camille
    await openByKeyboard(camille, '/my-skills')
    for (const place of [0, 1]) {
      await tabTo(camille, await ask.skills.nth(place).locator('strong').innerText())
      await keyboard.press('Space')
    }
    await tabTo(camille, ask.say('ask.people.search'))
    await keyboard.type(OUTSIDER)
    await keyboard.press('Enter')
    await expect(ask.chosen).toHaveText([OUTSIDER])
    await keyboard.type('amir')
    await expect(ask.person('أمير')).toBeVisible()
    await tabTo(camille, 'أمير')
    await keyboard.press('Space')
    await expect(ask.chosen).toHaveCount(2)
    await tabTo(camille, ask.say('ask.words.context'))
    await keyboard.type('Le projet Horizon')
    await tabTo(camille, ask.say('ask.ready.together.label'))
    await keyboard.press('Space')
    await expect(ask.message).toHaveValue(ask.say('ask.ready.together.text'))
    await ask.sendAllByKeyboard(2, 2)
  })
  const requestPath = new URL(camille.url()).pathname
  const requestId = requestPath.split('/').at(-1) ?? ''

  const mail = await mailTo(server, OUTSIDER, 'guest-answer')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('Horizon')
  const link = /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''
  expect(link).toContain(server.url)

  const amir = await visitor({ locale: 'ar-EG' })
  const answer = new Answer(amir, 'ar')
  await test.step('Amir answers about the first skill', async () => {
    await enter(amir, 'amir@nova.example')
    await openByKeyboard(amir, '/answer')
    await tabTo(amir, 'Camille')
    await amir.keyboard.press('Enter')
    const skill = await answer.skill.innerText()
    await answer.rateByKeyboard(4)
    await answer.writeByKeyboard('keep', 'كلمات أمير 0')
    await answer.sendByKeyboard('answer.send_next')
    await expect(answer.skill).not.toHaveText(skill)
    await expect(answer.skill, 'the next skill is read').toBeFocused()
    await expect(answer.part('keep')).toHaveValue('')
  })

  await test.step('Camille sees that he has answered in part, and from when a reminder is possible', async () => {
    const sent = new Sent(camille)
    await camille.reload()
    await expect(sent.text('count.given', { n: 1, total: 2 })).toBeVisible()
    const remind = sent.top.locator('ion-button').filter({ hasText: sent.say('sent.remind_from', { when: '' }) })
    await expect(remind).toHaveAttribute('aria-disabled', 'true')
    await expect(remind, 'a day from now').toContainText(/\d/)
    await expect(sent.top.getByRole('alert')).toHaveCount(0)
    await ask.open()
    await expect(ask.top.getByText(ask.say('count.given', { n: 1, total: 4 }))).toBeVisible()
  })

  await test.step('Amir answers about the second one', async () => {
    await answer.rateByKeyboard(4)
    await answer.writeByKeyboard('keep', 'كلمات أمير 1')
    await answer.sendByKeyboard('answer.send')
    await expect(answer.sentTo, 'the next request follows').toContainText('Camille')
    await answer.seeSent()
    await expect(answer.top.getByText('كلمات أمير 0')).toBeVisible()
  })

  await test.step('at home the news of the request is read; it opens his answers', async () => {
    const home = new Home(amir, 'ar')
    await home.open()
    const news = home.news.first()
    await expect(news).toContainText('Camille')
    await expect(news).not.toContainText(home.say('answers.new'))
    await news.click()
    await amir.waitForURL(/answer-confirmation/)
    await expect(answer.top.getByText('كلمات أمير 1')).toBeVisible()
  })

  await test.step('the outsider answers from the mail, after two refusals', async () => {
    expect(link).toContain('?mail=')
    const nora = await visitor()
    await nora.goto(`${link}#n4`)
    // Neither the mail's marker nor its unsubscribe token stays in the URL, which people copy.
    await expect.poll(() => nora.url()).toBe(link.replace(/\?.*/, ''))
    const guest = new Guest(nora, 'en')
    await guest.sendByKeyboard('answer.send_next')
    await expect(guest.problems, 'a rating is asked for').toContainText(guest.say('answer.choose_rating'))
    await guest.rateByKeyboard(2)
    await guest.sendByKeyboard('answer.send_next')
    await expect(guest.problems, 'a low rating asks for a word').toContainText(guest.say('errors.comment_required'))
    await guest.writeByKeyboard('situation', 'Vu par Nora 0')
    await nora.reload()
    await expect(guest.part('situation'), 'the draft survives a reload').toHaveValue('Vu par Nora 0')
    await guest.sendByKeyboard('answer.send_next')
    await expect(guest.text('answer.step', { n: 2, total: 2 })).toBeVisible()
    await expect(guest.skill).toBeFocused()
    await guest.rateByKeyboard(5)
    await guest.writeByKeyboard('situation', 'Vu par Nora 1')
    await guest.sendByKeyboard('answer.send')
    await nora.waitForURL(/guest-answer-confirmation/)
    await expect(guest.top.getByText('Vu par Nora 0')).toBeVisible()
  })

  await server.killAndRestart()
  const { feedbacks } = await apiOf(camille).call(feedback.getRequest, { params: { id: requestId } })
  expect(feedbacks.map(({ status }) => status)).toEqual(Array(4).fill('answered'))
  await camille.goto('/dashboard')
  for (const words of ['كلمات أمير 0', 'كلمات أمير 1', 'Vu par Nora 0', 'Vu par Nora 1']) {
    await expect(shown(camille).getByText(words)).toBeVisible()
  }
  await expect(shown(camille).locator('.chip').first()).toBeVisible()
})
