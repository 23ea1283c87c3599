import { randomUUID } from 'node:crypto'
import type { Api } from './api.ts'

interface SentRequest {
  id: string
  skills: { id: string; name: string }[]
  feedbacks: { id: string; guest_link?: string }[]
}

/** A request to a colleague of the demo company about two skills that is due before all others. */
export async function askTwoSkills(api: Api, who: string, changes: object = {}): Promise<SentRequest> {
  const { skills } = await api.get<{ skills: { id: string }[] }>('/api/skills')
  const { colleagues } = await api.get<{ colleagues: { user_id: string; email: string }[] }>(`/api/colleagues?query=${who}`)
  const user_id = colleagues.find(({ email }) => email === `${who}@nova.example`)?.user_id
  return api.send('POST', '/api/feedbacks/requests', {
    skill_ids: skills.slice(0, 2).map(({ id }) => id),
    recipients: [{ user_id }],
    due_at: new Date(Date.now() + 36 * 3_600_000).toISOString(),
    idempotency_key: randomUUID(),
    ...changes,
  })
}

/** The statuses of a request's feedbacks, as its requester sees them. */
export async function statusesOf(api: Api, requestId: string): Promise<string[]> {
  const { feedbacks } = await api.get<{ feedbacks: { status: string }[] }>(`/api/feedbacks/requests/${requestId}`)
  return feedbacks.map(({ status }) => status)
}
