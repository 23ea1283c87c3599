import { test as base, expect, shown } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { type ServerProcess, startOwnProcess } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { Answer } from './answers/answer.ts'
import { Guest } from './guests/guest.ts'
import { Ask } from './requests/ask.ts'

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

test('Camille asks Amir and an external person; both answer; only she reads the answers; a power failure loses nothing', async ({
  server,
  visitor,
}) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
  const ask = new Ask(camille)
  const requestPath = await test.step('Camille asks', async () => {
    await ask.open()
    await ask.chooseSkill(0)
    await ask.chooseSkill(1)
    await ask.toPeople()
    await ask.choosePerson('amir', 'أمير')
    await ask.inviteAddress(OUTSIDER)
    await expect(ask.chosen).toHaveCount(2)
    await ask.toWords()
    await ask.context.fill('Le projet Horizon')
    await ask.message.fill('Dites-moi ce qui vous aiderait.')
    return ask.send(2)
  })

  const mail = await mailTo(server, OUTSIDER, 'guest-answer')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('Horizon')
  const link = /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''
  expect(link).toContain(server.url)

  await test.step('Amir answers', async () => {
    const amir = await visitor({ locale: 'ar-EG' })
    await enter(amir, 'amir@nova.example')
    const answer = new Answer(amir, 'ar')
    await answer.open()
    await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
    await answer.openRequest(/Camille/)
    await answer.rate(4)
    await answer.write('keep', 'كلمات أمير 0')
    await answer.sendAndGoOn('keep')
    await answer.rate(4)
    await answer.write('keep', 'كلمات أمير 1')
    await answer.send()
    await expect(answer.sentTo, 'the next request follows').toContainText('Camille')
    await answer.seeSent()
    await expect(answer.top.getByText('كلمات أمير 0')).toBeVisible()
  })

  await test.step('the outsider answers from the mail', async () => {
    expect(link).toContain('?mail=')
    const nora = await visitor()
    await nora.goto(`${link}#n4`)
    // Neither the mail's marker nor its unsubscribe token stays in the URL, which people copy.
    await expect.poll(() => nora.url()).toBe(link.replace(/\?.*/, ''))
    const guest = new Guest(nora, 'en')
    await guest.rate(5)
    await guest.write('situation', 'Vu par Nora 0')
    await guest.sendAndGoOn('situation')
    await guest.rate(5)
    await guest.write('situation', 'Vu par Nora 1')
    await guest.send()
    await nora.waitForURL(/guest-answer-confirmation/)
    await expect(guest.top.getByText('Vu par Nora 0')).toBeVisible()
  })

  await server.killAndRestart()
  await camille.goto('/dashboard')
  for (const words of ['كلمات أمير 0', 'كلمات أمير 1', 'Vu par Nora 0', 'Vu par Nora 1']) {
    await expect(shown(camille).getByText(words)).toBeVisible()
  }
  await expect(shown(camille).locator('.chip').first()).toBeVisible()

  const luc = await visitor()
  await enter(luc, 'luc@lune.example')
  const reply = await luc.request.get(`/api/feedbacks/requests/${requestPath.split('/').at(-1)}`)
  expect(reply.status()).toBe(404)
  await luc.goto(requestPath)
  await expect(shown(luc).locator('.notice')).toBeVisible()
})

test('a typed address is selected although the search ends during the press', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const ask = new Ask(camille)
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await expect(ask.people.first()).toBeVisible()
  const search = Promise.withResolvers<void>()
  await camille.route(/\/api\/colleagues\?/, async (route) => {
    await search.promise
    await route.continue()
  })
  await ask.search.fill(OUTSIDER)
  const searching = ask.top.locator('.skeleton')
  await expect(searching.first()).toBeVisible()
  await ask.invitation(OUTSIDER).hover()
  await camille.mouse.down()
  const found = camille.waitForResponse(/\/api\/colleagues\?/)
  search.resolve()
  await (await found).finished()
  await camille.mouse.up()
  await expect(searching).toHaveCount(0)
  await expect(ask.chosen).toHaveText([OUTSIDER])
})
