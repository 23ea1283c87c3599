import type { Page } from '@playwright/test'
import { problemsOf } from '../../support/checks.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { mailTo } from '../../support/mail.ts'
import type { RunningServer } from '../../support/server.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Walk } from '../../support/walk.ts'
import { Ask } from '../requests/ask.ts'
import { Guest } from './guest.ts'

/** Oliver asks an external person about his first skills; returns the link from the mail. */
async function invite(server: RunningServer, oliver: Page, email: string, skills = 1): Promise<string> {
  const ask = new Ask(oliver, 'en')
  await ask.open()
  for (let skill = 0; skill < skills; skill++) await ask.chooseSkill(skill)
  await ask.toPeople()
  await ask.inviteAddress(email)
  await ask.toWords()
  await ask.send(1)
  const mail = await mailTo(server, email, 'guest-answer')
  return /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''
}

test('a guest answers from the mail, edits the answer, withdraws it, and unsubscribes', async ({ server, visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const link = await invite(server, oliver, 'whole.way@partner.example')

  const page = await visitor()
  const walk = await Walk.begin(page)
  await page.goto(link)
  const guest = new Guest(page, 'en')
  await test.step('answers', async () => {
    await guest.send()
    await expect(guest.problems, 'a rating is asked for').toBeVisible()
    await guest.rate(2)
    await guest.send()
    await expect(guest.problems, 'a low rating asks for a word').toBeVisible()
    await guest.write('situation', 'Half typed')
    await page.reload()
    await expect(guest.part('situation'), 'the draft survives a reload').toHaveValue('Half typed')
    await guest.send()
    await page.waitForURL(/guest-answer-confirmation/)
    walk.print('A guest answers, after two refusals', {})
  })

  await test.step('changes the answer', async () => {
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
    await expect(shown(oliver).locator('.answer-card').first()).toBeVisible()
    await expect(shown(oliver).getByText('Changed words')).toHaveCount(0)
  })

  await guest.stopMails()
  await expect(guest.stopped).toBeVisible()
})

test('a guest answers about two skills in four taps, and sees each time what was sent', async ({ server, visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const link = await invite(server, oliver, 'two.skills@partner.example', 2)
  const page = await visitor()
  const walk = await Walk.begin(page)
  await page.goto(link)
  const guest = new Guest(page, 'en')
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
  expect(await problemsOf(page, 'the second skill')).toEqual([])
  await guest.rate(5)
  await guest.send()
  await page.waitForURL(/guest-answer-confirmation/)
  walk.print('A guest answers about two skills', { taps: 4, characters: 0 })
  expect(walk.counted).toEqual({ taps: 4, characters: 0 })
})

test('the unsubscribe link of the mail asks for confirmation, and unsubscribes only by a press', async ({ server, visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example', 'en')
  const link = await invite(server, oliver, 'no.more@partner.example')
  const page = await visitor()
  await page.goto(`${link}&stop=1`)
  const guest = new Guest(page, 'en')
  const asked = guest.text('guest.stop_title')
  await expect(asked).toBeVisible()
  expect(await problemsOf(page, 'stopping the mails')).toEqual([])
  await page.reload()
  await expect(asked).toBeVisible()
  await guest.stopMails()
  await expect(guest.stopped).toBeVisible()
  await page.reload()
  await expect(guest.part('situation')).toBeVisible()
  await expect(asked).toHaveCount(0)
})

test('an invalid link shows an explanation, and nothing else', async ({ visitor }) => {
  const page = await visitor()
  await page.goto(`/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`)
  await expect(new Guest(page, 'en').text('guest.ended')).toBeVisible()
  await expect(page).toHaveURL(/guest-answer/)
})

test('the requester chooses the language of the mail; the page uses the guest’s; unsubscribing is possible from the mail only', async ({
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
  expect(await problemsOf(oliver, 'the language of an outsider')).toEqual([])
  await ask.toWords()
  await ask.send(1)
  const mail = await mailTo(server, email, 'guest-answer')
  expect(mail.html).toContain('lang="de"')
  const link = /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''

  const guest = await visitor({ locale: 'fr-FR' })
  await guest.goto(link)
  await expect(guest.locator('html'), 'the language chosen for them, before the browser’s').toHaveAttribute('lang', 'de')
  await expect(guest, 'the address can be copied without the mail’s token').not.toHaveURL(/mail=/)
  await new Guest(guest, 'de').speak('es')
  await expect(guest.locator('html')).toHaveAttribute('lang', 'es')
  await guest.reload()
  await expect(guest.locator('html'), 'what was switched to').toHaveAttribute('lang', 'es')
  const spanish = new Guest(guest, 'es')
  await spanish.stopMails()
  await expect(spanish.stopped).toBeVisible()

  await oliver.reload()
  await expect(ask.text('sent.mails_stopped')).toBeVisible()
  const copied = await visitor()
  await copied.goto(link.split('?')[0] ?? '')
  const copy = new Guest(copied, 'es')
  await expect(copy.part('situation'), 'the language that the guest switched to, on any device').toBeVisible()
  await expect(copy.button('guest.resume'), 'not from a copied link').toHaveCount(0)

  await guest.reload()
  await spanish.resumeMails()
  await expect(spanish.resumed).toBeVisible()
  await copied.reload()
  await expect(shown(copied).locator('form.answer-form')).toBeVisible()
  await expect(copy.button('guest.stop')).toHaveCount(0)
})
