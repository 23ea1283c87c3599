import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sharing } from '@reflet/contract/sharing'
import { SkillAnswers } from '../dashboard/skill-answers.ts'
import { giveFeedback } from '../feedback/offers/give.ts'
import { Home } from '../home/home.ts'
import { Menu } from '../navigation/menu.ts'
import { apiOf } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { enter, logIn } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Walk } from '../support/walk.ts'
import { MyManager, ShareAnswer } from './my-manager.ts'
import { SharedWithMe } from './shared-with-me.ts'

const managerOf = async (page: Page) => (await apiOf(page).call(sharing.getManager)).manager?.id ?? ''

const WORDS = 'Sus preguntas en la reunión con el cliente'

test('Camille shares an answer with the manager she chooses; he thanks her and writes a note; she withdraws it; a new manager ends all shares', async ({
  server,
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR' })
  const oliver = await visitor()
  await enter(camille, 'camille@nova.example', 'fr')
  await enter(oliver, 'oliver@nova.example', 'en')
  await apiOf(camille).call(sharing.setManager, { body: { user_id: null } })
  const { api: sofia } = await logIn(server.url, 'sofia@nova.example')
  await giveFeedback(sofia, 'camille', 0, 1, WORDS)
  const { answers: received } = await apiOf(camille).call(feedback.listAnswers)
  const { id = '', skill } = received.find(({ keep }) => keep === WORDS) ?? {}
  const skillId = skill?.id ?? ''
  const answers = new SkillAnswers(camille)
  const share = new ShareAnswer(camille)
  const shared = new SharedWithMe(oliver, 'en')
  const hers = shared.answersOf('Camille')
  const note = hers.getByTestId('note-to-owner')
  const walk = await Walk.begin(oliver)

  await test.step('Camille shares one answer', async () => {
    await answers.open(skillId)
    await answers.shareLink(WORDS).click()
    await camille.waitForURL(new RegExp(`/share-answer\\?answer=${id}`))
    await expect(share.answer).toContainText(WORDS)
    await share.search.fill('oliver')
    await expect(share.found).toHaveCount(1)
    await share.chooseManager('Oliver')
    await expect(share.send('Oliver'), 'what he will see is said first').toBeVisible()
    await share.send('Oliver').click()
    await expectToast(camille, 'Oliver')
    await camille.waitForURL(/skill-statistics/)
    await expect(answers.sharedSince(WORDS)).toBeVisible()
  })

  await test.step('Oliver reads it: it is marked as new until he has seen it', async () => {
    const home = new Home(oliver, 'en')
    await home.open()
    const seen = oliver.waitForResponse((reply) => reply.url().endsWith('/api/feedbacks/shared/seen'))
    await home.news.filter({ hasText: 'shared an answer' }).first().click()
    await oliver.waitForURL(/my-team/)
    await expect(hers).toHaveCount(1)
    await expect(hers).toContainText(WORDS)
    await expect(hers).toContainText(shared.say('answers.new'))
    await seen
    await shared.button('common.back').click()
    await oliver.waitForURL(/\/home/)
    const menu = new Menu(oliver, 'en')
    await menu.open()
    await expect(menu.entry('shared')).toBeVisible()
    const onDevice = async () => JSON.stringify(await keptOnDevice(oliver, 'query-cache'))
    await expect.poll(onDevice, 'this device keeps that something is shared').toContain('shared-count')
    expect(await onDevice(), 'and nothing of its words').not.toContain(WORDS)
    await oliver.goto('/my-team')
    await expect(hers).toHaveCount(1)
    await expect(hers.getByText(shared.say('answers.new'), { exact: true })).toHaveCount(0)
  })

  await test.step('one tap thanks her', async () => {
    walk.counted.taps = 0
    await hers.getByRole('button', { name: shared.say('shared.note.thank') }).click()
    await expectToast(oliver, 'Camille')
    await expect(note).toContainText(shared.opening('shared.note.thanked', 'name', 'date'))
    walk.print('thanking for a shared answer', { taps: 1 })
    expect(walk.counted.taps).toBe(1)
  })

  await test.step('a note replaces it', async () => {
    const field = shared.field('shared.note.label', { name: 'Camille' })
    const write = hers.getByRole('button', { name: shared.say('shared.note.write') })
    await write.click()
    await expect(field).toBeFocused()
    await field.fill('Let us talk about the next step.')
    // What was typed is kept through a reload.
    await oliver.reload()
    await write.click()
    await expect(field).toHaveValue('Let us talk about the next step.')
    await shared.button('shared.note.send').click()
    await expect(note.getByRole('paragraph').filter({ hasText: 'Let us talk about the next step.' })).toBeVisible()
  })

  await test.step('she finds both in one piece of news, and reads the note on her answer', async () => {
    const home = new Home(camille)
    await home.open()
    await home.news.filter({ hasText: 'Oliver' }).filter({ hasText: 'réagit' }).first().click()
    await camille.waitForURL(new RegExp(`share-answer\\?answer=${id}`))
    await expect(share.answer.getByTestId('manager-note')).toContainText('Let us talk about the next step.')
  })

  await test.step('Camille withdraws it: he finds nothing, the note stays hers', async () => {
    await answers.open(skillId)
    await answers.withdraw(WORDS)
    await expect(answers.sharedSince(WORDS)).toHaveCount(0)
    await oliver.reload()
    await shared.expectNothingOf('Camille')
    await expect(shared.top.getByText(WORDS)).toHaveCount(0)
    await share.open(id)
    await expect(share.answer.getByTestId('manager-note')).toContainText('Let us talk')
  })

  await test.step('while the page names Oliver, someone else becomes her manager: nothing is shared, and the page names them', async () => {
    await share.open(id)
    await expect(share.send('Oliver')).toBeVisible()
    const before = await managerOf(camille)
    const { colleagues } = await apiOf(camille).call(people.searchColleagues, { query: { query: 'greta' } })
    await apiOf(camille).call(sharing.setManager, { body: { user_id: colleagues[0]?.user_id ?? '' } })
    await share.send('Oliver').click()
    await expect(share.changed).toBeVisible()
    await expect(share.send('Greta')).toBeVisible()
    await expect(share.send('Oliver')).toHaveCount(0)
    expect((await apiOf(camille).call(feedback.getAnswer, { params: { id } })).shared_at).toBeNull()
    await share.send('Greta').click()
    await expectToast(camille, 'Greta')
    await apiOf(camille).call(sharing.setManager, { body: { user_id: before } })
  })

  const mine = new MyManager(camille)
  const shareAgain = async () =>
    apiOf(camille).call(sharing.shareAnswer, { params: { id }, body: { manager_id: await managerOf(camille) } })
  await test.step('another manager closes what is shared', async () => {
    await shareAgain()
    await camille.goto('/profile')
    const menu = new Menu(camille)
    await menu.open()
    await menu.go('manager')
    await camille.waitForURL(/my-manager/)
    await expect(mine.manager('Oliver Bennett')).toBeVisible()
    await expect(mine.reads(1, 'Oliver')).toBeVisible()
    await mine.change()
    await mine.search.fill('greta')
    await mine.chooseManager('Greta')
    await expect(mine.warning, 'what closes is said before').toContainText('Oliver')
    await mine.confirmChange()
    await expect(mine.manager('Greta Vogel')).toBeVisible()
    await expect(mine.reads(0, 'Greta')).toBeVisible()
    await shared.open()
    await shared.expectNothingOf('Camille')

    const greta = await visitor({ locale: 'de-DE' })
    await enter(greta, 'greta@nova.example', 'de')
    const theirs = new SharedWithMe(greta, 'de')
    await theirs.open()
    await theirs.expectNothingOf('Camille')
  })

  await test.step('without a manager she has to choose one when she wants to share', async () => {
    await shareAgain()
    await mine.open()
    await expect(mine.reads(1, 'Greta')).toBeVisible()
    await mine.remove()
    await expect(mine.search).toBeVisible()
    await answers.open(skillId)
    await answers.shareLink(WORDS).click()
    await expect(share.question).toBeVisible()
  })
})
