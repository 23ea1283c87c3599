import { feedback } from '@reflet/contract/feedback'
import { growth as growthCalls } from '@reflet/contract/growth'
import { people } from '@reflet/contract/people'
import { Rating } from '../feedback/received-answers/rating.ts'
import { apiOf } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { askTwoSkills } from '../support/requests.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Walk } from '../support/walk.ts'
import { Growth } from './growth.ts'

const TRY = 'Cerrar el correo durante la reunión'

test('Camille says whether a try helped, notes another one, asks Amir again in one tap, undoes that, and compares his two answers', async ({
  visitor,
}) => {
  const camille = await visitor({ locale: 'es-ES' })
  const amir = await visitor({ locale: 'ar-EG' })
  await enter(camille, 'camille@nova.example', 'es')
  await enter(amir, 'amir@nova.example', 'ar')
  const { feedbacks } = await askTwoSkills(apiOf(camille), 'amir')
  const { id = '', skill } = feedbacks[0] ?? {}
  const first = { rating: 2, not_observed: false, situation: null, keep: null, improve: 'كلمات أمير الأولى' }
  await apiOf(amir).call(feedback.answerFeedback, { params: { id }, body: first })
  const walk = await Walk.begin(camille)
  const growth = new Growth(camille, 'es')

  await test.step('after two weeks the dashboard asks whether it helped, and the answer closes the question', async () => {
    const [due] = (await apiOf(camille).call(growthCalls.listTries, { query: { due: 'true' } })).tries
    expect(due, 'the demo has a try that is two weeks old').toBeDefined()
    await camille.goto('/dashboard')
    const section = growth.region('growth.title')
    await expect(section).toContainText(growth.say('growth.question'))
    await section.getByRole('link', { name: growth.say('growth.all') }).click()
    // The dashboard has the same card, and is still in place while the pages change.
    await expect(growth.top.getByRole('heading', { level: 1, name: growth.say('growth.title') })).toBeVisible()
    const card = growth.card(due?.text ?? '').filter({ hasText: growth.say('growth.question') })
    await expect(card.first()).toBeVisible()
    const before = await card.count()
    await card
      .first()
      .getByRole('button', { name: growth.say('growth.outcome.yes'), exact: true })
      .click()
    await expect(card).toHaveCount(before - 1)
    await expect(growth.region('growth.closed')).toContainText(due?.text ?? '')
  })

  await test.step('what she will try is collected', async () => {
    const rating = new Rating(camille, 'es')
    await rating.open(id)
    await rating.rate(4)
    await rating.willTry.fill('Un primer intento')
    await rating.sendTo('أمير')
    await expectToast(camille, 'أمير')
    await growth.open()
    await expect(growth.card('Un primer intento')).toBeVisible()
    await growth.action('Un primer intento', 'growth.edit').click()
    const field = growth.field('growth.text')
    await expect(field).toBeFocused()
    await field.fill(TRY)
    await growth.button('common.save').click()
    await expect(growth.card(TRY)).toBeVisible()
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
  })

  await test.step('Amir reads what she tries, and answers; his answers are side by side', async () => {
    const { groups } = (await apiOf(amir).call(people.getUser, { params: { userId: '1' } })).feedbacks.received
    const again = groups.find(({ message }) => message?.includes(TRY))
    const answer = { rating: 4, not_observed: false, situation: 'كلمات أمير الجديدة', keep: null, improve: null }
    await apiOf(amir).call(feedback.answerFeedback, { params: { id: again?.feedbacks[0]?.id ?? '' }, body: answer })
    await camille.reload()
    await expect(growth.side(TRY, 'before')).toContainText('كلمات أمير الأولى')
    await expect(growth.side(TRY, 'after')).toContainText('كلمات أمير الجديدة')
    await camille.goto(`/skill-statistics/${skill?.id}`)
    await expect(growth.region('growth.compare')).toContainText(TRY)
  })

  await test.step('it is dropped, and taken up again', async () => {
    await growth.open()
    await growth.action(TRY, 'growth.drop').click()
    await expect(growth.card(TRY, growth.region('growth.closed'))).toBeVisible()
    await growth.action(TRY, 'growth.reopen').click()
    await expect(growth.action(TRY, 'growth.done')).toBeVisible()
  })
})
