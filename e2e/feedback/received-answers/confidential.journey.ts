import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { statistics } from '@reflet/contract/statistics'
import { apiOf, RETRIED } from '../../support/api.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { mailTo } from '../../support/mail.ts'
import { enter } from '../../support/session.ts'
import { Answer, AnswerForm } from '../answers/answer.ts'
import { Ask } from '../requests/ask.ts'

const OUTSIDER = 'confidential@partner.example'

test('a confidential request needs colleagues, not addresses, and says how many of both; a confidential event asks for no name @whole', async ({
  server,
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const ask = new Ask(camille)
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await ask.choosePerson('amir', 'أمير')
  await ask.choosePerson('greta', 'Greta')
  await ask.inviteAddress(OUTSIDER)
  await expect(ask.chosen).toHaveCount(3)
  await ask.toWords()
  await ask.askConfidentially()
  await expect(ask.problem, 'a person outside does not count').toHaveText(ask.say('ask.words.too_few', { count: 3, n: 3 }))
  await expect(ask.problem).toBeInViewport({ ratio: 1 })
  await expect(ask.sendButton(3)).toHaveCount(0)
  // Instead of sending, the button leads to the people.
  await ask.toPeople()
  await ask.choosePerson('sofia', 'Sof')
  await ask.toWords()
  await expect(ask.problem).toHaveCount(0)
  await ask.send(4)

  const amir = await visitor({ locale: 'ar-EG' })
  await enter(amir, 'amir@nova.example', 'ar')
  const answer = new Answer(amir, 'ar')
  await answer.open()
  await answer.openRequest(/Camille/)
  await expect(shown(amir).getByTestId('request-header')).toContainText('3 زملاء')
  await expect(shown(amir).getByTestId('request-header')).toContainText('شخص واحد من خارج الشركة')

  const mail = await mailTo(server, OUTSIDER, 'guest-answer')
  const guest = await visitor({ locale: 'fr-FR' })
  await guest.goto(/https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? '')
  await expect(shown(guest).getByTestId('request-header')).toContainText('3 collègues et à 1 personne extérieure')

  await test.step('a confidential event: a retry after a lost response has the same key', async () => {
    const api = apiOf(camille)
    const { skills } = await api.call(statistics.getStatistics, { params: { userId: '1' } })
    const { link } = await api.call(events.createEvent, {
      body: {
        title: 'Atelier confidentiel',
        takes_place_on: new Date().toISOString().slice(0, 10),
        skill_ids: [skills.find(({ chosen }) => chosen)?.skill.id ?? ''],
        ends_at: new Date(Date.now() + DAY_MS).toISOString(),
        confidential: true,
        idempotency_key: 'confidential-journey',
      },
    })
    await guest.goto(link)
    const form = new AnswerForm(guest)
    await expect(shown(guest).getByText('Ni votre nom ni votre adresse')).toBeVisible()
    await expect(shown(guest).locator('#participant-email')).toHaveCount(0)
    const keys: string[] = []
    await guest.route('**/api/event-links/*', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().postDataJSON().idempotency_key)
      if (keys.length > 1) return route.continue()
      await route.fetch(RETRIED)
      await route.abort('connectionreset')
    })
    await form.rate(4)
    await form.write('keep', 'Très clair')
    await form.send()
    await expect(form.failure).toBeVisible()
    await form.send()
    await guest.waitForURL(/answered=/)
    expect(keys, 'the same key').toEqual([keys[0], keys[0]])
  })
})
