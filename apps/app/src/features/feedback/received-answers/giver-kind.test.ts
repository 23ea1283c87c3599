import { expect, test } from 'vitest'
import { giverKindOf } from './giver-kind.ts'

const person = { id: null, first_name: '', last_name: '', job_title: '', avatar_url: null }

test.each([
  ['colleague', { ...person, id: 'a', first_name: 'Amir' }, 'coworker'],
  ['guest', { ...person, first_name: 'nora@partner.example' }, 'outside'],
  ['guest', { ...person, last_name: 'Haddad' }, 'superior'],
  ['former', person, 'coworker'],
  ['former', person, 'outside'],
] as const)('a %s is known by who they are, whatever their relation', (kind, giver, relation) => {
  const answer = { giver, relation }
  expect(giverKindOf(answer)).toBe(kind)
})
