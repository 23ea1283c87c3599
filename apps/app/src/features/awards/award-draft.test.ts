import { type AwardType, MAX_AWARD_RECIPIENTS } from '@reflet/contract/awards'
import { expect, test } from 'vitest'
import { type ColleagueRef, refOf } from '../directory/person.api.ts'
import { emptyGiving, isFresh, justGiven, toAwards, toggled } from './award-draft.ts'

const person = (user_id: string): ColleagueRef => ({ ...refOf({ first_name: 'Ada', last_name: 'Roy' }), user_id })
const many = (count: number) => Array.from({ length: count }, (_, n) => person(`user-${n}`))
const type: AwardType = { id: 'type', name: 'Calm', description: '', icon: 'leaf' }

test('a press adds or removes a person, up to the limit', () => {
  expect(toggled([], person('a'))).toEqual([person('a')])
  expect(toggled([person('a'), person('b')], person('a'))).toEqual([person('b')])
  const full = many(MAX_AWARD_RECIPIENTS)
  expect(toggled(full, person('more'))).toEqual(full)
  expect(toggled(full, person('user-3'))).toHaveLength(MAX_AWARD_RECIPIENTS - 1)
})

test('the request body: ids, and the trimmed message, or none when it is blank', () => {
  const draft = { ...emptyGiving(), people: many(2), message: '  Thank you \n', visibility: 'company' as const }
  expect(toAwards(type, draft)).toEqual({
    type_id: 'type',
    user_ids: ['user-0', 'user-1'],
    message: 'Thank you',
    visibility: 'company',
    idempotency_key: draft.key,
  })
  expect(toAwards(type, { ...draft, message: ' \n' }).message).toBeNull()
  expect(emptyGiving().key).not.toBe(emptyGiving().key)
})

test('only a newly given award is celebrated', () => {
  justGiven('a,b', 1_000)
  expect(isFresh('other', 1_000)).toBe(false)
  expect([isFresh('a,b', 2_000), isFresh('a,b', 6_000)]).toEqual([true, false])
})
