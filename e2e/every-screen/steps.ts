import { expect, type Page } from '@playwright/test'
import { contacts as contactCalls } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { skills as skillCalls } from '@reflet/contract/skills'
import type { Api } from '../support/api.ts'
import { shown } from '../support/journey.ts'

export async function chooseSkills(api: Api): Promise<void> {
  const { skills } = await api.call(skillCalls.listSkills)
  await api.call(skillCalls.chooseSkills, { params: { userId: '1' }, body: { skill_ids: skills.slice(0, 3).map(({ id }) => id) } })
}

export async function addContacts(api: Api): Promise<void> {
  const { colleagues } = await api.call(people.searchColleagues, { query: { limit: 2 } })
  const contacts = [...colleagues.map(({ user_id }) => ({ user_id })), { email: 'nora@partner.example', first_name: 'Nora' }]
  await api.call(contactCalls.addContacts, { params: { userId: '1' }, body: { contacts } })
}

/** A declined request, with a reason where one is possible. */
export async function declineOne(api: Api): Promise<void> {
  const declined = await api.call(feedback.listRequestsToAnswer, { query: { status: 'declined' } })
  if (declined.groups.length > 0) return
  const { groups } = await api.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
  const last = groups.at(-1)?.feedbacks[0]
  await api.call(feedback.declineFeedback, {
    params: { id: last?.id ?? '' },
    body: { reason: 'Nous n’avons pas encore travaillé ensemble.' },
  })
}

/** Selects a person to thank and continues to the message; on a wide screen it is already visible. */
export async function chooseThanked(page: Page) {
  await shown(page).locator('label.option').first().waitFor()
  if ((await shown(page).getByTestId('person-chip').count()) === 0) await shown(page).locator('label.option').first().click()
  if ((await shown(page).locator('#award-message').count()) === 0) await shown(page).locator('ion-footer ion-button').click()
}

/** A list with valid lines, an invalid one, and one that is a contact already. */
export async function pasteList(page: Page) {
  const list = ['Prénom;Nom;E-mail;Relation', 'Nora;Lindqvist;nora@partner.example;Pair', 'Paul;Martin;paul@;', ';;oliver@nova.example;']
  await shown(page).locator('#import-list').fill(list.join('\n'))
}

/** Opens the comments about one skill and selects one as a quote. */
export async function quoteSomebody(page: Page) {
  await shown(page).getByTestId('talk-skill').locator('summary').first().click()
  const choice = shown(page).getByTestId('talk-choice').locator('input').first()
  await choice.check()
  await expect(shown(page).getByTestId('talk-paper').locator('blockquote').first()).toBeVisible()
}

/** On the login page: the way by the company, which asks for the registration number. */
export async function chooseCompanySignOn(page: Page) {
  await shown(page).locator('form .plain-button').nth(1).click()
}
