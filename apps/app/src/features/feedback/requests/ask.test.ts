import { MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { expect, test } from 'vitest'
import { addPeople, asAsked, asOutsider, emptyDraft, toRequest } from './ask.ts'

const colleague = (n: number) =>
  asAsked({ user_id: `id-${n}`, email: `P${n}@x.fr`, first_name: `P${n}`, last_name: '', avatar_url: null, open_requests: 0 })
const many = (count: number) => Array.from({ length: count }, (_, n) => colleague(n))

test('a group joins whoever is chosen, in order, nobody twice', () => {
  const { people, leftOut } = addPeople([colleague(1)], [colleague(0), colleague(1), asOutsider('Nora@y.fr')])
  expect(people.map(({ key }) => key)).toEqual(['id-1', 'id-0', 'nora@y.fr'])
  expect(leftOut).toEqual([])
})

test('an address that was typed and the colleague who has it are one', () => {
  expect(addPeople([asOutsider('p1@x.fr')], [colleague(1)]).people).toHaveLength(1)
})

test('beyond the limit people are left out by name; whoever is in already is not', () => {
  const { people, leftOut } = addPeople(many(MAX_RECIPIENTS - 1), [colleague(0), colleague(100), colleague(101)])
  expect(people).toHaveLength(MAX_RECIPIENTS)
  expect(leftOut.map(({ key }) => key)).toEqual(['id-101'])
})

test('an outsider’s name goes along, so that the mail can greet them', () => {
  const nora = asAsked({ user_id: null, email: 'nora@y.fr', first_name: 'Nora', last_name: '', avatar_url: null, open_requests: 0 })
  const { recipients } = toRequest({ ...emptyDraft(), people: [colleague(1), nora, asOutsider('luc@y.fr')] })
  expect(recipients).toEqual([{ user_id: 'id-1' }, { email: 'nora@y.fr', first_name: 'Nora' }, { email: 'luc@y.fr' }])
})
