import { badges, type PublishBody } from '@reflet/contract/badges'
import { DAY_MS } from '@reflet/contract/durations'
import type { Relation } from '@reflet/contract/relations'
import { expect } from 'vitest'
import { storeAnswers } from './answers.ts'
import type { TestApp } from './build-test-app.ts'
import { createUsers, type TestUser } from './factories.ts'

const EARNING: readonly { rating: number; relation: Relation }[] = [
  { rating: 4, relation: 'superior' },
  { rating: 5, relation: 'coworker' },
  { rating: 4, relation: 'coworker' },
  { rating: 4, relation: 'equal' },
  { rating: 4, relation: 'lower' },
]

/** Named ratings by as many colleagues that earn a badge under the default rule. */
export async function earn(app: TestApp, person: TestUser, skillId: string, ratings = EARNING, days = 10): Promise<TestUser[]> {
  const givers = await createUsers(app, person.company, ratings.length)
  const at = new Date(app.now().getTime() - days * DAY_MS)
  await storeAnswers(
    app,
    person,
    ratings.map((rating, place) => ({ at, skillId, giverId: givers[place]?.id as string, ...rating })),
  )
  return givers
}

/** Publishes badges as set-up. */
export async function publish(app: TestApp, person: TestUser, skillIds: readonly string[], shown_name: PublishBody['shown_name'] = 'full') {
  const reply = await app.call(person, badges.publishBadges, { body: { badges: [...skillIds], shown_name } })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.badges
}

/** A person with one published badge. */
export async function publishOne(app: TestApp, person: TestUser, place = 0) {
  const skillId = person.company.skillIds[place] as string
  await earn(app, person, skillId)
  const [badge] = await publish(app, person, [skillId])
  return badge as NonNullable<typeof badge>
}
