import { randomUUID } from 'node:crypto'
import type { FeedbackStatus } from '@reflet/contract/answers'
import { type CreateRequestBody, feedback, type SentRequest } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { skills as skillCalls } from '@reflet/contract/skills'
import type { Api } from './api.ts'

/** A request to a colleague of the demo company about two skills that is due before all others. */
export async function askTwoSkills(api: Api, who: string, changes: Partial<CreateRequestBody> = {}): Promise<SentRequest> {
  const { skills } = await api.call(skillCalls.listSkills)
  const { colleagues } = await api.call(people.searchColleagues, { query: { query: who } })
  const user_id = colleagues.find(({ email }) => email === `${who}@nova.example`)?.user_id ?? ''
  return api.call(feedback.createRequest, {
    body: {
      skill_ids: skills.slice(0, 2).map(({ id }) => id),
      recipients: [{ user_id }],
      due_at: new Date(Date.now() + 36 * 3_600_000).toISOString(),
      idempotency_key: randomUUID(),
      ...changes,
    },
  })
}

/** The statuses of a request's feedbacks, as its requester sees them. */
export async function statusesOf(api: Api, requestId: string): Promise<(FeedbackStatus | null)[]> {
  const { feedbacks } = await api.call(feedback.getRequest, { params: { id: requestId } })
  return feedbacks.map(({ status }) => status)
}
