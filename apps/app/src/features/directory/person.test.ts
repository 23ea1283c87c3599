import { expect, test } from 'vitest'
import { faceOf, isSame, keyOf, nameOf, refOf, toColleagues, withoutDoubles } from './person.api.ts'

const ada = refOf({ user_id: 'a', email: 'ada@x.fr', first_name: 'Ada', last_name: 'Roy' })
const nora = refOf({ email: 'Nora@y.fr' })

test('an external person is identified by the address, a colleague by the account or the address', () => {
  expect([ada, nora].map(keyOf)).toEqual(['a', 'nora@y.fr'])
  expect(isSame(nora, refOf({ email: 'nora@y.fr' }))).toBe(true)
  expect(isSame(ada, refOf({ email: 'ADA@x.fr' }))).toBe(true)
  expect(isSame(refOf({ user_id: 'b' }), refOf({ user_id: 'c' }))).toBe(false)
  expect(isSame(refOf({}), refOf({}))).toBe(false)
})

test('a person without a name is shown by their address', () => {
  expect([ada, nora].map(nameOf)).toEqual(['Ada Roy', 'Nora@y.fr'])
  expect(faceOf(nora).first_name).toBe('Nora@y.fr')
  expect(faceOf(ada)).toBe(ada)
})

test('a reference drops the fields that are not its own', () => {
  expect(refOf({ ...ada, ...{ open_requests: 4 } })).toEqual(ada)
})

test('external people and the user are no colleagues', () => {
  expect(toColleagues([ada, nora, refOf({ user_id: 'me' })], 'me')).toEqual([ada])
})

test('each person is listed once, in the first list that contains them', () => {
  const typed = refOf({ email: 'ADA@x.fr' })
  const bea = refOf({ user_id: 'b' })
  expect(withoutDoubles([[nora, ada], [typed, bea], [refOf({ user_id: 'a' })]])).toEqual([[nora, ada], [bea], []])
})
