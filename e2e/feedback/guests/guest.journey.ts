import { apiOf } from '../../support/api.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { mailTo } from '../../support/mail.ts'
import { askTwoSkills, statusesOf } from '../../support/requests.ts'
import type { RunningServer } from '../../support/server.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Walk } from '../../support/walk.ts'
import { Sent } from '../requests/sent.ts'
import { Guest } from './guest.ts'

async function mailedLink(server: RunningServer, email: string) {
  const { text } = await mailTo(server, email, 'guest-answer')
  return /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(text)?.[0] ?? ''
}

test('a guest answers about two skills in four taps, sees each time what was sent, edits an answer, withdraws it, and unsubscribes', async ({
  server,
  visitor,
}) => {
  const email = 'whole.way@partner.example'
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const { id } = await askTwoSkills(apiOf(oliver), 'oliver', { recipients: [{ email, locale: 'en' }] })
  const link = await mailedLink(server, email)

  const page = await visitor()
  const walk = await Walk.begin(page)
  await page.goto(link)
  const guest = new Guest(page, 'en')
  await test.step('answers', async () => {
    await expect(guest.text('answer.step', { n: 1, total: 2 })).toBeVisible()
    const first = await guest.skill.textContent()
    await guest.rate(4)
    await guest.sendNext()
    await expect(guest.skill).not.toHaveText(first ?? '')
    await expect(guest.skill, 'the heading is read next').toBeFocused()
    await expect(guest.skill, 'and on the screen').toBeInViewport({ ratio: 1 })
    await expect(guest.sent).toHaveText(guest.say('answer.sent_of', { n: 1, total: 2 }))
    await expect(guest.sent).toBeInViewport()
    await expect(guest.text('answer.step', { n: 2, total: 2 })).toBeInViewport()
    await guest.rate(5)
    await guest.send()
    await page.waitForURL(/guest-answer-confirmation/)
    walk.print('A guest answers about two skills', { taps: 4, characters: 0 })
    expect(walk.counted).toEqual({ taps: 4, characters: 0 })
  })

  await test.step('changes an answer, with motion', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await guest.change()
    await guest.write('situation', 'Changed words')
    await guest.saveChange()
    await expectToast(page, guest.say('answered.saved'))
    await expect(guest.top.getByText('Changed words')).toBeVisible()
    await oliver.goto('/dashboard')
    await expect(shown(oliver).getByText('Changed words')).toBeVisible()
  })

  await test.step('takes it back', async () => {
    await guest.deleteAnswer()
    await expectToast(page, guest.say('guest.delete.done'))
    await expect(guest.top.getByText(guest.opening('guest.withdrawn_skill', 'skill')), 'deleted is not declined').toBeVisible()
    await expect(guest.top.getByText(guest.opening('answer.declined_skill', 'skill'))).toHaveCount(0)
    await expect(guest.top.getByText('Changed words')).toHaveCount(0)
    await oliver.reload()
    await expect(shown(oliver).getByTestId('answer-card').first()).toBeVisible()
    await expect(shown(oliver).getByText('Changed words')).toHaveCount(0)
    const sent = new Sent(oliver, 'en')
    await sent.open(id)
    await expect(sent.people, 'who asked reads the same').toContainText(sent.say('status.withdrawn'))
    await expect(sent.people).toContainText(sent.say('count.given', { n: 1, total: 2 }))
    await expect(sent.people).not.toContainText(sent.say('status.declined'))
  })

  await test.step('the page says no longer that everything was answered, and without an answer not that it is seen', async () => {
    const seen = guest.text('trust.named', { name: 'Oliver' })
    await expect(seen).toBeVisible()
    await page.goto(link)
    await expect(guest.top.getByText(guest.say('answered.thanks'))).toBeVisible()
    await expect(guest.top.getByText(guest.say('guest.all_answered'))).toHaveCount(0)
    await guest.button('guest.see_answers').click()
    await expect(seen).toBeVisible()
    await guest.deleteAnswer()
    await expect(seen).toHaveCount(0)
  })

  await guest.stopMails()
  await expect(guest.stopped).toBeVisible()
})

test('an answer by the link that the requester copied is unverified until the mailbox confirms it @whole', async ({ server, visitor }) => {
  const email = 'passed.on@partner.example'
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example', 'en')
  const { feedbacks } = await askTwoSkills(apiOf(oliver), 'oliver', { recipients: [{ email, locale: 'en' }] })
  const mailed = await mailedLink(server, email)

  const page = await visitor()
  const guest = new Guest(page, 'en')
  await page.goto(feedbacks[0]?.guest_link ?? '')
  await guest.rate(5)
  await guest.write('situation', 'Passed on in the chat')
  await guest.sendNext()
  await expect(guest.text('answer.step', { n: 2, total: 2 })).toBeVisible()
  await guest.rate(5)
  await guest.send()
  await page.waitForURL(/guest-answer-confirmation/)
  await expect(guest.text('guest.copied', { name: 'Oliver' })).toBeVisible()
  await expect(guest.button('answered.edit')).toHaveCount(0)
  await oliver.goto('/dashboard')
  const card = shown(oliver).getByTestId('answer-card').filter({ hasText: 'Passed on in the chat' })
  await expect(card).toContainText(guest.say('answers.unverified'))

  // The receipt, which waits for further answers, has the same link.
  await page.goto(mailed)
  await expect(guest.text('guest.mine.title')).toBeVisible()
  await guest.confirmMine()
  await expectToast(page, guest.say('guest.mine.done'))
  await expect(guest.text('guest.mine.title')).toHaveCount(0)
  await oliver.reload()
  await expect(card).toBeVisible()
  await expect(card).not.toContainText(guest.say('answers.unverified'))
})

test('only the mail unsubscribes, and only by a press; the page keeps its language; a guest declines all, takes it back twice, and answers @whole', async ({
  server,
  visitor,
}) => {
  const email = 'no.time@partner.example'
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example', 'en')
  const request = await askTwoSkills(apiOf(oliver), 'sofia', { recipients: [{ email, locale: 'es' }] })
  const statuses = () => statusesOf(apiOf(oliver), request.id)
  const link = await mailedLink(server, email)
  const page = await visitor()
  const guest = new Guest(page, 'de')
  const asked = guest.text('guest.stop_title')

  await test.step('the unsubscribe link of the mail needs a confirmation; its requester sees it', async () => {
    await page.goto(`${link}&stop=1`)
    await new Guest(page, 'es').speak('de')
    await page.reload()
    await expect(asked).toBeVisible()
    await guest.stopMails()
    await expect(guest.stopped).toBeVisible()
    await page.reload()
    await expect(guest.part('situation')).toBeVisible()
    await expect(asked).toHaveCount(0)
    await oliver.goto(`/request-confirmation/${request.id}`)
    await expect(new Sent(oliver, 'en').text('sent.mails_stopped')).toBeVisible()
  })

  await test.step('a copied link neither resumes nor unsubscribes', async () => {
    const copied = await visitor()
    const copy = new Guest(copied, 'de')
    await copied.goto(link.split('?')[0] ?? '')
    await expect(copy.part('situation'), 'in the language that the guest switched to, on any device').toBeVisible()
    await expect(copy.button('guest.resume')).toHaveCount(0)
    await guest.resumeMails()
    await expect(guest.resumed).toBeVisible()
    await copied.reload()
    await expect(copy.part('situation')).toBeVisible()
    await expect(copy.button('guest.stop')).toHaveCount(0)
  })

  await test.step('the whole request is declined, taken back from the toast, then from the page', async () => {
    for (const takeBack of ['toast', 'page']) {
      await guest.decline('', 2)
      await expect(guest.top.getByText(guest.say('guest.all_declined'))).toBeVisible()
      // The toast goes after twelve seconds.
      if (takeBack === 'toast') await guest.undo()
      else {
        expect(await statuses()).toEqual(['declined', 'declined'])
        await page.reload()
        await guest.button('answer.declined_one.back').click()
      }
      await expect(guest.part('situation')).toBeVisible()
      expect(await statuses()).toEqual(['pending', 'pending'])
    }
  })

  await test.step('one skill is declined, the other one answered', async () => {
    const skill = await guest.skill.innerText()
    await guest.decline('')
    await expectToast(page, guest.opening('answer.declined', 'name', 'skill'))
    await expect(guest.skill).not.toHaveText(skill)
    await guest.rate(4)
    await guest.write('situation', 'In der Besprechung am Montag')
    await guest.send()
    await page.waitForURL(/guest-answer-confirmation/)
    expect((await statuses()).sort()).toEqual(['answered', 'declined'])
  })
})
