import { randomUUID } from 'node:crypto'
import { addPending, companyIds } from './data.ts'
import type { Call } from './load.ts'
import { BUSY, COMPANIES, PEOPLE, personNumber, tokenOf } from './sizes.ts'

/** The measured calls. Each builder returns a source of fresh calls on one database. */

/** The busy people in turn, company by company. */
export const userCalls = () => {
  const calls = Array.from(
    { length: COMPANIES * BUSY },
    (_, n): Call => ({
      method: 'GET',
      path: '/api/users/1',
      token: tokenOf(personNumber(1 + (n % COMPANIES), 1 + Math.floor(n / COMPANIES))),
    }),
  )
  return async () => calls
}

const RECIPIENTS = 5

/** Busy people ask 5 of the others about one skill: their own pages do not change. */
export async function sendCalls(url: string) {
  const companies = await companyIds(url)
  const others = PEOPLE - BUSY
  let sent = 0
  return async (count: number) =>
    Array.from({ length: count }, (): Call => {
      const n = sent++
      const company = n % COMPANIES
      const { people, skills } = companies[company] ?? { people: [], skills: [] }
      return {
        method: 'POST',
        path: '/api/feedbacks/requests',
        token: tokenOf(personNumber(company + 1, 1 + (n % BUSY))),
        body: {
          skill_ids: [skills[n % skills.length]],
          recipients: Array.from({ length: RECIPIENTS }, (_, k) => ({ user_id: people[BUSY + ((n * 7 + k * 83) % others)] })),
          context: 'The launch of the new shop in spring',
          message: 'It would help me to know how I come across in the weekly meeting. Thank you!',
          confidential: false,
          idempotency_key: randomUUID(),
        },
      }
    })
}

/** Each call answers a separate feedback, created just before the round. */
export const answerCalls = (url: string) => async (count: number) =>
  (await addPending(url, count)).map(
    ({ id, token }, n): Call => ({
      method: 'POST',
      path: `/api/feedbacks/${id}/answer`,
      token,
      body: {
        rating: 1 + (n % 5),
        not_observed: false,
        situation: 'In the meeting with the supplier on Tuesday, when the delivery was late',
        keep: 'You asked the quiet ones first and summed up what each had said before we decided.',
        improve: 'Write the decision down at the end, so that those who were away can follow it.',
      },
    }),
  )
