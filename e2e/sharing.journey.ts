import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { keptOnDevice } from './support/device.ts'
import { expect, expectToast, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

interface Answers {
  answers: { id: string; skill: { id: string }; rating: number | null; situation: string | null; keep: string | null }[]
}

/** An answer of the demo that Camille received, with its first words. */
async function received(page: Page) {
  const { answers } = await apiOf(page).get<Answers>('/api/feedbacks/answers')
  const answer = answers.find(({ situation, keep }) => situation ?? keep)
  return { id: answer?.id ?? '', skillId: answer?.skill.id ?? '', words: answer?.situation ?? answer?.keep ?? '' }
}

/** The page is complete, and nothing on it is this person's. */
async function readsNothingOf(page: Page, name: string) {
  await expect(shown(page).locator('.empty, .answer-copy').first()).toBeVisible()
  await expect(shown(page).locator('.skeleton')).toHaveCount(0)
  await expect(shown(page).locator('.shared-people section', { hasText: name })).toHaveCount(0)
}

test('Camille shares one answer with the manager she chooses; he reads it; she withdraws it; another manager closes what is shared', async ({
  visitor,
}) => {
  const problems: string[] = []
  const camille = await visitor({ locale: 'fr-FR' })
  const oliver = await visitor()
  await loginIn(camille, 'camille@nova.example', 'fr')
  await loginIn(oliver, 'oliver@nova.example', 'en')
  await apiOf(camille).send('PUT', '/api/user/manager', { user_id: null })
  const { id, skillId, words } = await received(camille)

  await camille.goto(`/skill-statistics/${skillId}`)
  await shown(camille).locator(`ion-button[router-link*="/share-answer?answer=${id}"]`).click()
  await camille.waitForURL(/share-answer/)
  await expect(shown(camille).locator('.answer-copy')).toContainText(words)
  await shown(camille).locator('ion-searchbar input').fill('oliver')
  await expect(shown(camille).locator('button.option')).toHaveCount(1)
  problems.push(...(await problemsOf(camille, 'choosing a manager')))
  await shown(camille).locator('button.option', { hasText: 'Oliver' }).click()
  const share = shown(camille).locator('ion-button[size="large"]')
  await expect(share, 'what he will see is said first').toContainText('Partager avec Oliver')
  problems.push(...(await problemsOf(camille, 'share-answer')))
  await share.click()
  await expectToast(camille, 'Oliver')
  await camille.waitForURL(/skill-statistics/)
  await expect(shown(camille).locator('.share-state')).toContainText('Partagé le')

  await oliver.goto('/home')
  await shown(oliver).locator('.newsfeed ion-item', { hasText: 'shares an answer' }).first().click()
  await oliver.waitForURL(/shared-with-me/)
  const hers = shown(oliver).locator('.shared-people section', { hasText: 'Camille' })
  await expect(hers.locator('.answer-copy')).toHaveCount(1)
  await expect(hers.locator('.answer-copy')).toContainText(words)
  problems.push(...(await problemsOf(oliver, 'shared-with-me')))
  await shown(oliver).locator('ion-back-button').click()
  await oliver.waitForURL(/\/home/)
  await shown(oliver).locator('ion-menu-button').click()
  await oliver.locator('ion-menu [router-link="/profile"]').click()
  await expect(shown(oliver).locator('ion-item[router-link="/shared-with-me"]')).toBeVisible()
  const onDevice = async () => JSON.stringify(await keptOnDevice(oliver, 'query-cache'))
  await expect.poll(onDevice, 'this device keeps that something is shared').toContain('shared-count')
  expect(await onDevice(), 'and nothing of its words').not.toContain(words.slice(0, 15))
  await oliver.goto('/shared-with-me')

  await shown(camille).locator('.share-state ion-button').click()
  await expect(shown(camille).locator('.share-state')).toHaveCount(0)
  await oliver.reload()
  await readsNothingOf(oliver, 'Camille')
  await expect(shown(oliver).getByText(words)).toHaveCount(0)

  await apiOf(camille).send('PUT', `/api/feedbacks/${id}/shared-with-manager`, {})
  await camille.goto('/my-manager')
  await expect(shown(camille).locator('.my-manager')).toContainText('Oliver')
  await expect(shown(camille).locator('.my-manager')).toContainText('1 réponse')
  problems.push(...(await problemsOf(camille, 'my-manager')))
  await shown(camille).getByText('Changer', { exact: true }).click()
  await shown(camille).locator('ion-searchbar input').fill('greta')
  await shown(camille).locator('button.option', { hasText: 'Greta' }).click()
  await expect(camille.locator('ion-alert'), 'what closes is said before').toContainText('Oliver')
  await camille.locator('ion-alert button', { hasText: 'Changer' }).click()
  await expect(shown(camille).locator('.my-manager')).toContainText('Greta')
  await oliver.goto('/shared-with-me')
  await readsNothingOf(oliver, 'Camille')
  await camille.goto(`/skill-statistics/${skillId}`)
  await expect(shown(camille).locator(`ion-button[router-link*="/share-answer?answer=${id}"]`)).toBeVisible()

  const greta = await visitor({ locale: 'de-DE' })
  await loginIn(greta, 'greta@nova.example', 'de')
  await greta.goto('/shared-with-me')
  await readsNothingOf(greta, 'Camille')
  expect(problems).toEqual([])
})

test('أمير removes his manager, and is asked for one when he wants to share', async ({ visitor }) => {
  const amir = await visitor({ locale: 'ar-EG' })
  await loginIn(amir, 'amir@nova.example', 'ar')
  const { colleagues } = await apiOf(amir).get<{ colleagues: { user_id: string }[] }>('/api/colleagues?query=oliver')
  await apiOf(amir).send('PUT', '/api/user/manager', { user_id: colleagues[0]?.user_id })
  const { id } = await received(amir)
  await apiOf(amir).send('PUT', `/api/feedbacks/${id}/shared-with-manager`, {})
  await amir.goto('/profile')
  await shown(amir).locator('ion-item[router-link="/my-manager"]').click()
  await amir.waitForURL(/my-manager/)
  await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
  await shown(amir).getByText('إزالة', { exact: true }).click()
  await amir.locator('ion-alert button', { hasText: 'إزالة' }).click()
  await expect(shown(amir).locator('ion-searchbar')).toBeVisible()
  expect(await problemsOf(amir, 'without a manager')).toEqual([])
  await amir.goto(`/share-answer?answer=${id}`)
  await expect(shown(amir).locator('h2', { hasText: 'من هو مديرك؟' })).toBeVisible()
  expect(await problemsOf(amir, 'share-answer without a manager')).toEqual([])
})
