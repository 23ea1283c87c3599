import { CreateRequestBody, MAX_RECIPIENTS } from '@reflet/contract/feedback'
import { expect, test } from 'vitest'
import { keyOf, recipientOf } from '../../directory/person.api.ts'
import { addPeople, asAsked, emptyDraft, receive, toRequest } from './ask.ts'

const colleague = (n: number) => asAsked({ user_id: `id-${n}`, email: `P${n}@x.fr`, first_name: `P${n}` })
const many = (count: number) => Array.from({ length: count }, (_, n) => colleague(n))

test('a group is added to the selection, in order, without duplicates', () => {
  const { people, leftOut } = addPeople([colleague(1)], [colleague(0), colleague(1), asAsked({ email: 'Nora@y.fr' })])
  expect(people.map(keyOf)).toEqual(['id-1', 'id-0', 'nora@y.fr'])
  expect(leftOut).toEqual([])
})

test('a typed address and the colleague who has it are one person', () => {
  expect(addPeople([asAsked({ email: 'p1@x.fr' })], [colleague(1)]).people).toHaveLength(1)
})

test('above the limit people are returned by name; a selected person does not count', () => {
  const { people, leftOut } = addPeople(many(MAX_RECIPIENTS - 1), [colleague(0), colleague(100), colleague(101)])
  expect(people).toHaveLength(MAX_RECIPIENTS)
  expect(leftOut.map(keyOf)).toEqual(['id-101'])
})

test('the name of an external person is sent, so that the mail can greet them', () => {
  const nora = asAsked({ email: 'nora@y.fr', first_name: 'Nora' })
  const { recipients } = toRequest({ ...emptyDraft(), people: [colleague(1), nora, asAsked({ email: 'luc@y.fr' })] })
  expect(recipients).toEqual([{ user_id: 'id-1' }, { email: 'nora@y.fr', first_name: 'Nora' }, { email: 'luc@y.fr' }])
})

test('a contact whose stored name has a web address is asked: the server accepts the recipient', () => {
  const contact = { user_id: null, email: 'nora@y.fr', first_name: 'Nora www.evil.example', last_name: 'Dr.Smith' }
  const recipient = recipientOf(contact)
  expect(recipient).toEqual({ email: 'nora@y.fr', first_name: 'Nora', last_name: 'Dr.Smith' })
  const body = { skill_ids: [crypto.randomUUID()], idempotency_key: crypto.randomUUID() }
  expect(CreateRequestBody.safeParse({ ...body, recipients: [recipient] }).success).toBe(true)
  const { email, first_name, last_name } = contact
  expect(CreateRequestBody.safeParse({ ...body, recipients: [{ email, first_name, last_name }] }).success).toBe(false)
})

test('a handover adds people and skills, and keeps a message that was written', () => {
  const draft = { ...emptyDraft(), skillIds: ['a'], people: [colleague(1)] }
  const arriving = { people: [colleague(1), { user_id: 'id-2', email: null }], skillIds: ['a', 'b'], message: 'Ready' }
  const filled = receive(draft, arriving).draft
  expect([filled.skillIds, filled.people.map(keyOf), filled.message]).toEqual([['a', 'b'], ['id-1', 'id-2'], 'Ready'])
  expect(receive({ ...draft, message: 'Mine' }, arriving).draft.message).toBe('Mine')
})
