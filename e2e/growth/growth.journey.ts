import type { Page } from '@playwright/test'
import { Rating } from '../feedback/received-answers/rating.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Walk } from '../support/walk.ts'
import { Growth } from './growth.ts'

interface Tries {
  tries: { id: string; text: string; skill: { id: string }; can: { ask_again: boolean } }[]
}
interface Sent {
  feedbacks: { id: string }[]
}
interface Groups {
  feedbacks: { received: { groups: { message: string | null; feedbacks: { id: string }[] }[] } }
}

const TRY = 'Couper mes mails pendant la réunion'

/** Camille asks Amir about one skill; he answers with a low rating. */
async function answered(camille: Page, amir: Page): Promise<{ id: string; skillId: string }> {
  const api = apiOf(camille)
  const { skills } = await api.get<{ skills: { skill: { id: string }; chosen: boolean }[] }>('/api/users/1/statistics')
  const skillId = skills.find(({ chosen }) => chosen)?.skill.id ?? ''
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>('/api/colleagues?query=amir')
  const sent = await api.send<Sent>('POST', '/api/feedbacks/requests', {
    skill_ids: [skillId],
    recipients: [{ user_id: colleagues[0]?.user_id }],
    idempotency_key: 'growth-first',
  })
  const id = sent.feedbacks[0]?.id ?? ''
  const answer = { rating: 2, not_observed: false, situation: null, keep: null, improve: 'كلمات أمير الأولى' }
  await apiOf(amir).send('POST', `/api/feedbacks/${id}/answer`, answer)
  return { id, skillId }
}

test('Camille notes what she will try, changes it, asks Amir again in one tap, undoes that, asks again, and compares his two answers', async ({
  visitor,
}) => {
  const problems: string[] = []
  const camille = await visitor({ locale: 'fr-FR' })
  const amir = await visitor({ locale: 'ar-EG' })
  await enter(camille, 'camille@nova.example', 'fr')
  await enter(amir, 'amir@nova.example', 'ar')
  const { id, skillId } = await answered(camille, amir)
  const walk = await Walk.begin(camille)
  const growth = new Growth(camille)

  await test.step('what she will try is collected', async () => {
    const rating = new Rating(camille)
    await rating.open(id)
    await rating.rate(4)
    await rating.willTry.fill('Un premier essai')
    await rating.sendTo('أمير')
    await expectToast(camille, 'أمير')
    await growth.open()
    await expect(growth.card('Un premier essai')).toBeVisible()
    await growth.action('Un premier essai', 'growth.edit').click()
    const field = growth.field('growth.text')
    await expect(field).toBeFocused()
    await field.fill(TRY)
    await growth.button('common.save').click()
    await expect(growth.card(TRY)).toBeVisible()
    problems.push(...(await problemsOf(camille, 'growth')))
  })

  await test.step('one tap asks Amir again, and can be undone', async () => {
    walk.counted.taps = 0
    await growth.action(TRY, 'growth.again', { name: 'أمير' }).click()
    await expect(growth.card(TRY).getByRole('status')).toBeVisible()
    walk.print('asking again', { taps: 1 })
    expect(walk.counted.taps).toBe(1)
    await expectToast(camille, 'أمير')
    await camille
      .locator('ion-toast')
      .getByRole('button', { name: growth.say('growth.undo') })
      .click()
    await expectToast(camille, growth.say('growth.undone'))
    await growth.action(TRY, 'growth.again', { name: 'أمير' }).click()
    await expect(growth.card(TRY).getByRole('status')).toBeVisible()
    problems.push(...(await problemsOf(camille, 'growth, asked again')))
  })

  await test.step('Amir reads what she tries, and answers; his answers are side by side', async () => {
    const { groups } = (await apiOf(amir).get<Groups>('/api/users/1')).feedbacks.received
    const again = groups.find(({ message }) => message?.includes(TRY))
    const answer = { rating: 4, not_observed: false, situation: 'كلمات أمير الجديدة', keep: null, improve: null }
    await apiOf(amir).send('POST', `/api/feedbacks/${again?.feedbacks[0]?.id}/answer`, answer)
    await camille.reload()
    await expect(growth.side(TRY, 'before')).toContainText('كلمات أمير الأولى')
    await expect(growth.side(TRY, 'after')).toContainText('كلمات أمير الجديدة')
    problems.push(...(await problemsOf(camille, 'growth, compared')))
    await camille.goto(`/skill-statistics/${skillId}`)
    await expect(growth.region('growth.compare')).toContainText(TRY)
  })

  await test.step('it is dropped, and taken up again', async () => {
    await growth.open()
    await growth.action(TRY, 'growth.drop').click()
    await expect(growth.region('growth.closed').locator('.try-card').filter({ hasText: TRY })).toBeVisible()
    await growth.action(TRY, 'growth.reopen').click()
    await expect(growth.action(TRY, 'growth.done')).toBeVisible()
  })
  expect(problems).toEqual([])
})

test('after two weeks the dashboard asks whether it helped, and the answer closes the question', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const [due] = (await apiOf(camille).get<Tries>('/api/tries?due=true')).tries
  expect(due, 'the demo has a try that is two weeks old').toBeDefined()
  const growth = new Growth(camille)
  await camille.goto('/dashboard')
  const section = growth.region('growth.title')
  await expect(section).toContainText(growth.say('growth.question'))
  await section.getByRole('link', { name: growth.say('growth.all') }).click()
  // The dashboard has the same card, and is still in place while the pages change.
  await expect(growth.top.getByRole('heading', { level: 1, name: growth.say('growth.title') })).toBeVisible()
  const card = growth.top
    .locator('.try-card')
    .filter({ hasText: due?.text ?? '' })
    .filter({ hasText: growth.say('growth.question') })
  await expect(card.first()).toBeVisible()
  const before = await card.count()
  await card
    .first()
    .getByRole('button', { name: growth.say('growth.outcome.yes'), exact: true })
    .click()
  await expect(card).toHaveCount(before - 1)
  await expect(growth.region('growth.closed')).toContainText(due?.text ?? '')
  expect(await problemsOf(camille, 'growth, answered')).toEqual([])
})

test('a person who tries nothing yet reads where it begins', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 320, height: 700 } })
  await enter(page, 'admin@nova.example', 'en')
  const growth = new Growth(page, 'en')
  await growth.open()
  await expect(
    growth.top
      .getByRole('heading', { name: growth.say('growth.empty') })
      .or(growth.top.locator('.try-card'))
      .first(),
  ).toBeVisible()
  expect(await problemsOf(page, 'growth, 320 px')).toEqual([])
})
