import { feedback } from '@reflet/contract/feedback'
import { aCalendar, calendarPartsIn, readCalendar } from '../../apps/server/src/test/calendar.ts'
import { apiOf } from '../support/api.ts'
import { expect, PHONE, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { askTwoSkills } from '../support/requests.ts'
import type { RunningServer } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { Coffee, CoffeeLink } from './coffee.ts'

const CAMILLE = 'camille@nova.example'
const AMIR = 'amir@nova.example'

interface Mail {
  id: string
  to: { address: string }[]
  text: string
}

async function inbox(server: RunningServer, address: string): Promise<Mail[]> {
  const reply = (await (await fetch(`${server.inboxUrl}/api/email`)).json()) as Mail[] | { emails?: Mail[] }
  const mails = Array.isArray(reply) ? reply : (reply.emails ?? [])
  return mails.filter(({ to }) => to.some((one) => one.address === address))
}

/** Waits for this many calendar messages to a person, and returns them. */
async function calendarOf(server: RunningServer, address: string, count: number): Promise<string[]> {
  let found: string[] = []
  const look = async () => {
    const mails = await inbox(server, address)
    const sources = await Promise.all(mails.map(async ({ id }) => (await fetch(`${server.inboxUrl}/api/email/${id}/source`)).text()))
    const parts = await Promise.all(sources.map(calendarPartsIn))
    found = parts.flatMap(({ text }) => text ?? []).sort((a, b) => readCalendar(a).sequence - readCalendar(b).sequence)
    return found.length
  }
  await expect.poll(look, { timeout: 90_000, message: `${count} calendar messages to ${address}` }).toBe(count)
  return found
}

/** The link of the newest proposal, once there are so many. */
async function proposalTo(server: RunningServer, address: string, count: number): Promise<string> {
  const links = async () =>
    (await inbox(server, address)).flatMap(({ text }) => /https?:\/\/\S+\/coffee\/[\w-]{43}(?:\?\S+)?/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
  return (await links()).at(-1) as string
}

test('a coffee chat from an answer to both calendars, moved, accepted again and cancelled: French and Arabic', async ({
  server,
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR', viewport: PHONE })
  const atDesk = await visitor({ locale: 'ar', viewport: PHONE })
  await enter(camille, CAMILLE)
  await enter(atDesk, AMIR)
  const { feedbacks } = await askTwoSkills(apiOf(camille), 'amir')
  const answer = { rating: 4, not_observed: false, situation: 'في ورشة يونيو', keep: 'إصغاء يقظ', improve: null }
  await apiOf(atDesk).call(feedback.answerFeedback, { params: { id: feedbacks[0]?.id ?? '' }, body: answer })

  await camille.goto(`/skill-statistics/${feedbacks[0]?.skill.id}`)
  const coffee = new Coffee(camille)
  await coffee.openFrom('أمير حداد')
  await camille.waitForURL(/coffee-request\?answer=/)
  await expect(coffee.times).toHaveCount(3)
  await expect(coffee.who).toContainText('أمير')
  await coffee.day(0).fill('2020-01-01')
  await coffee.send()
  await expect(coffee.problems, 'a time that has passed').toBeVisible()
  await coffee.removeTime(0)
  await coffee.addTime()
  const { keyboard } = camille
  await tabTo(camille, coffee.say('coffee.form.place'))
  await keyboard.type('Café des Arts, rue Lepic')
  await tabTo(camille, coffee.say('coffee.form.message'))
  await keyboard.type('Merci pour votre réponse\u00a0: parlons-en\u00a0?')
  await tabTo(camille, coffee.say('coffee.form.send'))
  await keyboard.press('Enter')
  await camille.waitForURL(/coffee-request\?id=/)
  await expect(coffee.proposed).toHaveCount(3)

  const amir = await visitor({ locale: 'ar', viewport: PHONE, colorScheme: 'dark' })
  await amir.goto(await proposalTo(server, AMIR, 1))
  const link = new CoffeeLink(amir, 'ar')
  await expect(link.choices).toHaveCount(3)
  await expect(link.message).toContainText('parlons-en')
  await link.accept(1)
  await expect(link.agreed).toBeVisible()

  const calendars = [aCalendar(CAMILLE), aCalendar(AMIR)] as const
  const apply = async (count: number) => {
    const mailed = [await calendarOf(server, CAMILLE, count), await calendarOf(server, AMIR, count)] as const
    const newest = mailed.map((texts) => readCalendar(texts.at(-1) ?? ''))
    for (const [index, texts] of mailed.entries()) for (const text of texts.toReversed()) calendars[index]?.apply(text)
    const [first, second] = newest
    const { summary: _, ...same } = first ?? { summary: '' }
    expect(second, 'both mails agree').toMatchObject(same)
    return first
  }
  const agreed = await apply(1)
  expect(agreed).toMatchObject({ method: 'REQUEST', sequence: 0, location: 'Café des Arts, rue Lepic', status: 'CONFIRMED' })
  expect(calendars.map((one) => one.entries())).toEqual([[[agreed?.start.toISOString(), 30]], [[agreed?.start.toISOString(), 30]]])

  await camille.reload()
  await expect(coffee.status('accepted')).toBeVisible()
  const download = camille.waitForEvent('download')
  await coffee.fetchCalendarFile()
  expect((await download).suggestedFilename()).toBe('reflet.ics')
  await coffee.proposeOtherTimes()
  await coffee.lastMinutes(60)
  await coffee.send()
  await expect(coffee.proposed).toHaveCount(3)

  await amir.goto(await proposalTo(server, AMIR, 3))
  await link.accept(0)
  await expect(link.agreed).toBeVisible()
  const again = await apply(2)
  expect(again).toMatchObject({ method: 'REQUEST', sequence: 1, uid: agreed?.uid, minutes: 60 })
  for (const one of calendars) expect(one.entries()).toEqual([[again?.start.toISOString(), 60]])

  await camille.reload()
  await coffee.cancel()
  await expect(coffee.status('cancelled')).toBeVisible()
  const over = await apply(3)
  expect(over).toMatchObject({ method: 'CANCEL', sequence: 2, uid: agreed?.uid, status: 'CANCELLED' })
  for (const one of calendars) expect(one.entries(), 'nothing stands in either calendar').toEqual([])
  await amir.reload()
  await expect(link.ended('cancelled', 'Camille Durand')).toBeVisible()
  await expect(link.message, 'the words are gone with it').toHaveCount(0)
})

test('a link to a deleted contact lets me choose somebody else, a guest, who declines from the mail @whole', async ({
  server,
  visitor,
}) => {
  const greta = await visitor({ locale: 'de-DE' })
  await enter(greta, 'greta@nova.example')
  await greta.goto('/coffee-request?contact=0199aaaa-0000-7000-8000-000000000000')
  const email = 'katrin.coffee@nordlicht.example'
  const coffee = new Coffee(greta, 'de')
  await tabTo(greta, coffee.say('contacts.directory'))
  await greta.keyboard.type(email)
  await tabTo(greta, email)
  await greta.keyboard.press('Enter')
  await expect(coffee.who).toContainText(email)
  await expect(coffee.sendButton).toBeVisible()
  await coffee.message.fill('Halb geschrieben')
  await greta.reload()
  await expect(coffee.message, 'the draft survives a reload').toHaveValue('Halb geschrieben')
  await coffee.propose()

  const guest = await visitor({ locale: 'de-DE', timezoneId: 'Asia/Tokyo' })
  await guest.goto(await proposalTo(server, email, 1))
  const link = new CoffeeLink(guest, 'de')
  await expect(link.choices.first(), 'both local times are shown').toContainText('GMT+9')
  await link.decline()
  await expect(link.ended('declined', 'Greta Vogel')).toBeVisible()
  await greta.reload()
  await expect(coffee.status('declined')).toBeVisible()
  await link.stopMails()
  await expect(link.stopped).toBeVisible()
})
