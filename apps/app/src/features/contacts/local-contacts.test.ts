import { describe, expect, test } from 'vitest'
import { asLocalContacts, nextContacts } from './local-contacts.api.ts'

const NOW = new Date('2026-03-04T05:06:07.000Z')
const stored = { contacts: ['a@x.fr', 'b@x.fr'], updated_at: '2026-01-01T00:00:00.000Z' }

describe('the local list of contacts (docs/PRODUCT.md, "Sessions and start")', () => {
  test.each([
    ['the first list is stored, with the time', null, ['a@x.fr'], false],
    ['a longer list replaces it', stored, ['a@x.fr', 'b@x.fr', 'c@x.fr'], false],
    ['one that is as long replaces it', stored, ['c@x.fr', 'd@x.fr'], false],
    ['a shorter one does when it is forced', stored, ['a@x.fr'], true],
    ['even to nothing', stored, [], true],
  ])('%s', (_what, known, contacts, force) => {
    expect(nextContacts(known, contacts, force, NOW)).toEqual({ contacts, updated_at: NOW.toISOString() })
  })

  test('a shorter one does not', () => expect(nextContacts(stored, ['a@x.fr'], false, NOW)).toBeNull())

  test('duplicates count once, also for the length of the list', () => {
    expect(nextContacts(null, ['a@x.fr', ' A@x.fr ', 'a@x.fr', ''], false, NOW)?.contacts).toEqual(['a@x.fr'])
    expect(nextContacts(stored, ['a@x.fr', 'A@X.FR'], false, NOW)).toBeNull()
  })
})

test('an address is suggested with a mark and its kind', () => {
  expect(asLocalContacts(['a@x.fr', 'b@not-x.fr', 'c@x.fr'], ['c@x.fr'], 'me@x.fr')).toEqual([
    { email: 'a@x.fr', checked: false, type: 'colleague' },
    { email: 'b@not-x.fr', checked: false, type: 'outside' },
    { email: 'c@x.fr', checked: true, type: 'colleague' },
  ])
})
