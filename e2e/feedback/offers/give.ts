import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { skills as catalogue } from '@reflet/contract/skills'
import type { Api } from '../../support/api.ts'

/** Gives a colleague of the demo company unrequested feedback on these skills of the catalogue. */
export async function giveFeedback(api: Api, who: string, from = 0, to = 1, keep = 'Calm and clear'): Promise<void> {
  const { colleagues } = await api.call(people.searchColleagues, { query: { query: who } })
  const { skills } = await api.call(catalogue.listSkills)
  for (const { id } of skills.slice(from, to)) {
    const answer = { rating: 4, not_observed: false, situation: 'In the review on Monday', keep, improve: null }
    const receiver = { user_id: colleagues[0]?.user_id ?? '', skill_id: id, idempotency_key: `give-${id}` }
    await api.call(feedback.offerFeedback, { body: { ...receiver, ...answer } })
  }
}
