import { expect, test } from 'vitest'
import { byOwner } from './by-owner.ts'

const owner = (id: string) => ({ id, first_name: id, last_name: '', job_title: '', avatar_url: null })
const shared = (place: number, id: string) => ({ place, owner: owner(id) })

test('each person once, sorted by their latest share, their answers in the order of the list', () => {
  const people = byOwner([shared(1, 'greta'), shared(2, 'amir'), shared(3, 'greta')])
  expect(people.map(({ owner: { id }, answers }) => [id, answers.map(({ place }) => place)])).toEqual([
    ['greta', [1, 3]],
    ['amir', [2]],
  ])
})

test('an empty list has no people', () => expect(byOwner([])).toEqual([]))
