import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sharing } from '@reflet/contract/sharing'
import { Home } from '../home/home.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Walk } from '../support/walk.ts'
import { ShareAnswer } from './my-manager.ts'
import { SharedWithMe } from './shared-with-me.ts'

test('Oliver thanks Sofía for showing him an answer, then writes her a private note; she reads it on that answer', async ({ visitor }) => {
  const problems: string[] = []
  const sofia = await visitor({ locale: 'es-ES' })
  const oliver = await visitor()
  await enter(sofia, 'sofia@nova.example', 'es')
  await enter(oliver, 'oliver@nova.example', 'en')
  const api = apiOf(sofia)
  const { colleagues } = await api.call(people.searchColleagues, { query: { query: 'oliver' } })
  await api.call(sharing.setManager, { body: { user_id: colleagues[0]?.user_id ?? '' } })
  const [answer] = (await api.call(feedback.listAnswers)).answers
  const id = answer?.id ?? ''
  await api.call(sharing.shareAnswer, { params: { id } })
  const walk = await Walk.begin(oliver)
  const team = new SharedWithMe(oliver, 'en')
  const hers = team.answersOf('Sofía')

  await test.step('the answer is marked as new until he has seen it', async () => {
    const seen = oliver.waitForResponse((reply) => reply.url().endsWith('/api/feedbacks/shared/seen'))
    await oliver.goto('/my-team')
    await expect(hers.first()).toContainText(team.say('answers.new'))
    await seen
    problems.push(...(await problemsOf(oliver, 'my-team')))
    await oliver.reload()
    await expect(hers.first()).toBeVisible()
    await expect(hers.getByText(team.say('answers.new'), { exact: true })).toHaveCount(0)
  })

  await test.step('one tap thanks her', async () => {
    walk.counted.taps = 0
    await hers.getByRole('button', { name: team.say('shared.note.thank') }).click()
    await expectToast(oliver, 'Sofía')
    await expect(hers.locator('.note-to-owner')).toContainText(team.opening('shared.note.thanked', 'name', 'date'))
    walk.print('thanking for a shared answer', { taps: 1 })
    expect(walk.counted.taps).toBe(1)
  })

  await test.step('a note replaces it', async () => {
    await hers.getByRole('button', { name: team.say('shared.note.write') }).click()
    const field = team.field('shared.note.label', { name: 'Sofía' })
    await expect(field).toBeFocused()
    await field.fill('Let us talk about the next step.')
    // What was typed is kept through a reload.
    await oliver.reload()
    await hers.getByRole('button', { name: team.say('shared.note.write') }).click()
    await expect(field).toHaveValue('Let us talk about the next step.')
    problems.push(...(await problemsOf(oliver, 'my-team, a note')))
    await team.button('shared.note.send').click()
    await expect(hers.locator('.note-to-owner')).toContainText('Let us talk about the next step.')
  })

  await test.step('she finds both in one piece of news, and reads the note on her answer', async () => {
    const home = new Home(sofia, 'es')
    await home.open()
    await home.news.filter({ hasText: 'Oliver' }).filter({ hasText: 'reaccionado' }).first().click()
    await sofia.waitForURL(new RegExp(`share-answer\\?answer=${id}`))
    const share = new ShareAnswer(sofia, 'es')
    await expect(share.answer.locator('.manager-note')).toContainText('Let us talk about the next step.')
    problems.push(...(await problemsOf(sofia, 'share-answer with a note')))
  })

  await test.step('she stops sharing: he finds nothing, the note stays hers', async () => {
    await apiOf(sofia).call(sharing.withdrawAnswer, { params: { id } })
    await oliver.reload()
    await team.expectNothingOf('Sofía')
    await sofia.reload()
    await expect(new ShareAnswer(sofia, 'es').answer.locator('.manager-note')).toContainText('Let us talk')
  })
  expect(problems).toEqual([])
})
