import { apiOf } from '../../support/api.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { mailTo } from '../../support/mail.ts'
import { askTwoSkills } from '../../support/requests.ts'
import type { RunningServer } from '../../support/server.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Walk } from '../../support/walk.ts'
import { Ask } from '../requests/ask.ts'
import { Guest } from './guest.ts'

async function mailedLink(server: RunningServer, email: string) {
  const mail = await mailTo(server, email, 'guest-answer')
  return { mail, link: /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? '' }
}

test('a guest answers about two skills in four taps, sees each time what was sent, edits an answer, withdraws it, and unsubscribes', async ({
  server,
  visitor,
}) => {
  const email = 'whole.way@partner.example'
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  await askTwoSkills(apiOf(oliver), 'oliver', { recipients: [{ email, locale: 'en' }] })
  const { link } = await mailedLink(server, email)

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

  await test.step('changes an answer', async () => {
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
    await expect(guest.top.getByText('Changed words')).toHaveCount(0)
    await oliver.reload()
    await expect(shown(oliver).getByTestId('answer-card').first()).toBeVisible()
    await expect(shown(oliver).getByText('Changed words')).toHaveCount(0)
  })

  await guest.stopMails()
  await expect(guest.stopped).toBeVisible()

  await test.step('an invalid link shows an explanation, and nothing else', async () => {
    await page.goto(`/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`)
    await expect(guest.text('guest.ended')).toBeVisible()
    await expect(page).toHaveURL(/guest-answer/)
  })
})

test('the requester chooses the language of the mail, the guest that of the page; only the mail unsubscribes, and only by a press @whole', async ({
  server,
  visitor,
}) => {
  const email = 'lukas.language@partner.example'
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example', 'en')
  const ask = new Ask(oliver, 'en')
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await ask.inviteAddress(email)
  await ask.writeMailsIn('de')
  await ask.toWords()
  await ask.send(1)
  const { mail, link } = await mailedLink(server, email)
  expect(mail.html).toContain('lang="de"')

  const page = await visitor({ locale: 'fr-FR' })
  const guest = new Guest(page, 'es')
  await test.step('the language of the page', async () => {
    await page.goto(link)
    await expect(page.locator('html'), 'the language chosen for them, before the browser’s').toHaveAttribute('lang', 'de')
    await expect(page, 'the address can be copied without the mail’s token').not.toHaveURL(/mail=/)
    await new Guest(page, 'de').speak('es')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await page.reload()
    await expect(page.locator('html'), 'what was switched to').toHaveAttribute('lang', 'es')
  })

  await test.step('the unsubscribe link of the mail asks for confirmation', async () => {
    const asked = guest.text('guest.stop_title')
    await page.goto(`${link}&stop=1`)
    await expect(asked).toBeVisible()
    await page.reload()
    await expect(asked).toBeVisible()
    await guest.stopMails()
    await expect(guest.stopped).toBeVisible()
    await page.reload()
    await expect(guest.part('situation')).toBeVisible()
    await expect(asked).toHaveCount(0)
    await oliver.reload()
    await expect(ask.text('sent.mails_stopped')).toBeVisible()
  })

  const copied = await visitor()
  const copy = new Guest(copied, 'es')
  await test.step('a copied link neither resumes nor unsubscribes', async () => {
    await copied.goto(link.split('?')[0] ?? '')
    await expect(copy.part('situation'), 'the language that the guest switched to, on any device').toBeVisible()
    await expect(copy.button('guest.resume')).toHaveCount(0)
    await guest.resumeMails()
    await expect(guest.resumed).toBeVisible()
    await copied.reload()
    await expect(shown(copied).getByTestId('answer-form')).toBeVisible()
    await expect(copy.button('guest.stop')).toHaveCount(0)
  })
})
