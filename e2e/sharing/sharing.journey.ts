import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sharing } from '@reflet/contract/sharing'
import { SkillAnswers } from '../dashboard/skill-answers.ts'
import { Home } from '../home/home.ts'
import { Menu } from '../navigation/menu.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { MyManager, ShareAnswer } from './my-manager.ts'
import { SharedWithMe } from './shared-with-me.ts'

/** An answer of the demo that this person received, whose words are in no other of theirs, and in none that the other one received. */
async function received(page: Page, other?: Page) {
  const { answers } = await apiOf(page).call(feedback.listAnswers)
  const elsewhere = other ? JSON.stringify(await apiOf(other).call(feedback.listAnswers)) : ''
  const isOwn = (words: string | null) => words !== null && !elsewhere.includes(words.slice(0, 15))
  const said = ({ situation, keep }: (typeof answers)[number]) => situation ?? keep
  // On the page of their skill they stand once.
  const isOnce = async (one: (typeof answers)[number]) => {
    const beside = await apiOf(page).call(feedback.listAnswers, { query: { skill_id: one.skill.id } })
    return beside.answers.filter((each) => said(each) === said(one)).length === 1
  }
  const own = answers.filter((one) => isOwn(said(one)))
  const once = await Promise.all(own.map(isOnce))
  const answer = own.find((_, place) => once[place])
  return { id: answer?.id ?? '', skillId: answer?.skill.id ?? '', words: answer?.situation ?? answer?.keep ?? '' }
}

test('Camille shares one answer with the manager she chooses; he reads it; she revokes it; a new manager revokes all shares', async ({
  visitor,
}) => {
  const problems: string[] = []
  const camille = await visitor({ locale: 'fr-FR' })
  const oliver = await visitor()
  await enter(camille, 'camille@nova.example', 'fr')
  await enter(oliver, 'oliver@nova.example', 'en')
  await apiOf(camille).call(sharing.setManager, { body: { user_id: null } })
  const { id, skillId, words } = await received(camille, oliver)
  const answers = new SkillAnswers(camille)
  const shared = new SharedWithMe(oliver, 'en')

  await test.step('Camille shares one answer', async () => {
    await answers.open(skillId)
    await answers.shareLink(words).click()
    await camille.waitForURL(new RegExp(`/share-answer\\?answer=${id}`))
    const share = new ShareAnswer(camille)
    await expect(share.answer).toContainText(words)
    await share.search.fill('oliver')
    await expect(share.found).toHaveCount(1)
    problems.push(...(await problemsOf(camille, 'choosing a manager')))
    await share.chooseManager('Oliver')
    await expect(share.send('Oliver'), 'what he will see is said first').toBeVisible()
    problems.push(...(await problemsOf(camille, 'share-answer')))
    await share.send('Oliver').click()
    await expectToast(camille, 'Oliver')
    await camille.waitForURL(/skill-statistics/)
    await expect(answers.sharedSince(words)).toBeVisible()
  })

  await test.step('Oliver reads it', async () => {
    const home = new Home(oliver, 'en')
    await home.open()
    await home.news.filter({ hasText: 'shared an answer' }).first().click()
    await oliver.waitForURL(/my-team/)
    await expect(shared.answersOf('Camille')).toHaveCount(1)
    await expect(shared.answersOf('Camille')).toContainText(words)
    problems.push(...(await problemsOf(oliver, 'shared-with-me')))
    await shared.button('common.back').click()
    await oliver.waitForURL(/\/home/)
    const menu = new Menu(oliver, 'en')
    await menu.open()
    await expect(menu.entry('shared')).toBeVisible()
    const onDevice = async () => JSON.stringify(await keptOnDevice(oliver, 'query-cache'))
    await expect.poll(onDevice, 'this device keeps that something is shared').toContain('shared-count')
    expect(await onDevice(), 'and nothing of its words').not.toContain(words.slice(0, 15))
    await shared.open()
  })

  await test.step('Camille withdraws it', async () => {
    await answers.withdraw(words)
    await expect(answers.sharedSince(words)).toHaveCount(0)
    await oliver.reload()
    await shared.expectNothingOf('Camille')
    await expect(shared.top.getByText(words)).toHaveCount(0)
  })

  await test.step('another manager closes what is shared', async () => {
    await apiOf(camille).call(sharing.shareAnswer, { params: { id } })
    const mine = new MyManager(camille)
    await mine.open()
    await expect(mine.manager('Oliver Bennett')).toBeVisible()
    await expect(mine.reads(1, 'Oliver')).toBeVisible()
    problems.push(...(await problemsOf(camille, 'my-manager')))
    await mine.change()
    await mine.search.fill('greta')
    await mine.chooseManager('Greta')
    await expect(mine.warning, 'what closes is said before').toContainText('Oliver')
    await mine.confirmChange()
    await expect(mine.manager('Greta Vogel')).toBeVisible()
    await expect(mine.reads(0, 'Greta')).toBeVisible()
    await shared.open()
    await shared.expectNothingOf('Camille')
    await answers.open(skillId)
    await expect(answers.shareLink(words)).toBeVisible()

    const greta = await visitor({ locale: 'de-DE' })
    await enter(greta, 'greta@nova.example', 'de')
    const hers = new SharedWithMe(greta, 'de')
    await hers.open()
    await hers.expectNothingOf('Camille')
  })
  expect(problems).toEqual([])
})

test('أمير removes his manager, and has to choose one when he wants to share', async ({ visitor }) => {
  const amir = await visitor({ locale: 'ar-EG' })
  await enter(amir, 'amir@nova.example', 'ar')
  const { colleagues } = await apiOf(amir).call(people.searchColleagues, { query: { query: 'oliver' } })
  await apiOf(amir).call(sharing.setManager, { body: { user_id: colleagues[0]?.user_id ?? '' } })
  const { id } = await received(amir)
  await apiOf(amir).call(sharing.shareAnswer, { params: { id } })
  const mine = new MyManager(amir, 'ar')
  await amir.goto('/profile')
  const menu = new Menu(amir, 'ar')
  await menu.open()
  await menu.go('manager')
  await amir.waitForURL(/my-manager/)
  await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
  await mine.remove()
  await expect(mine.search).toBeVisible()
  expect(await problemsOf(amir, 'without a manager')).toEqual([])
  const share = new ShareAnswer(amir, 'ar')
  await share.open(id)
  await expect(share.question).toBeVisible()
  expect(await problemsOf(amir, 'share-answer without a manager')).toEqual([])
})
