import { HierarchySave } from '@reflet/contract/hierarchy'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../platform/errors.ts'
import {
  asOutsider,
  asPlaced,
  combine,
  differences,
  draftOf,
  inList,
  mayStand,
  place,
  problemsOf,
  sameLists,
  toLists,
  without,
} from './board.ts'

const id = (n: number) => `0199aaaa-0000-7000-8000-00000000000${n}`
const colleague = (n: number) => ({
  user_id: id(n),
  email: `c${n}@nova.example`,
  first_name: `C${n}`,
  last_name: 'X',
  job_title: '',
  avatar_url: null,
  relation: null,
})
const nora = asOutsider('nora@partner.example', 'Nora', 'L')

describe('the board of the hierarchy', () => {
  it('places each person once, at the end of the list', () => {
    let people = place([], colleague(1), 'equal')
    people = place(people, colleague(2), 'superior')
    people = place(people, colleague(1), 'superior')
    expect(inList(people, 'superior').map(({ first_name }) => first_name)).toEqual(['C2', 'C1'])
    expect(inList(people, 'equal')).toEqual([])
  })

  it('identifies a person by address, ignoring case', () => {
    const people = place(place([], nora, 'outside'), { ...nora, email: 'NORA@partner.example' }, 'coworker')
    expect(people).toHaveLength(1)
    expect(people[0]?.relation).toBe('coworker')
  })

  it('does not confuse two colleagues without a visible address', () => {
    const hidden = (n: number) => ({ ...colleague(n), email: null })
    expect(place(place([], hidden(1), 'equal'), hidden(2), 'equal')).toHaveLength(2)
  })

  it('keeps colleagues out of the list of external people', () => {
    expect(mayStand([], colleague(1), 'outside')).toBe(false)
    expect(mayStand([], nora, 'outside')).toBe(true)
  })

  it('refuses to exceed a list’s limit', () => {
    const full = Array.from({ length: 100 }, (_, n) => asPlaced({ ...asOutsider(`p${n}@x.example`, '', ''), relation: 'outside' }))
    expect(mayStand(full, nora, 'outside')).toBe(false)
    expect(mayStand(full, nora, 'coworker')).toBe(true)
  })

  it('sends the contract’s body, without people in no list', () => {
    const people = [...place(place([], colleague(1), 'superior'), nora, 'outside'), asPlaced(colleague(2))]
    const lists = HierarchySave.parse(toLists(people, 'v1'))
    expect(lists.superior_users).toEqual([{ user_id: id(1) }])
    expect(lists.outside_users).toEqual([{ email: 'nora@partner.example', first_name: 'Nora', last_name: 'L' }])
    expect(lists.coworker_users).toEqual([])
    expect(lists.version).toBe('v1')
  })

  it('finds the people of an error', () => {
    const people = place(place(place([], colleague(1), 'superior'), colleague(2), 'superior'), colleague(3), 'lower')
    const refused = new ApiError(422, 'hierarchy_cycle', { 'superior_users.1': 'cycle', 'lower_users.0': 'later', 'nothing.7': 'cycle' })
    expect([...problemsOf(people, refused)]).toEqual([
      [id(2), 'cycle'],
      [id(3), 'other'],
    ])
  })

  it('distinguishes a changed board from a reverted one', () => {
    const before = place(place([], colleague(1), 'superior'), colleague(2), 'equal')
    const moved = place(before, colleague(1), 'equal')
    expect(sameLists(before, moved)).toBe(false)
    expect(sameLists(before, place(moved, colleague(1), 'superior'))).toBe(true)
    expect(sameLists(before, without(before, id(2)))).toBe(false)
  })

  it('lists what was saved meanwhile, and loses no one when both are merged', () => {
    const mine = place(place(place([], colleague(1), 'superior'), nora, 'outside'), colleague(4), null)
    const saved = place(place(place([], colleague(1), 'equal'), colleague(2), 'lower'), colleague(4), 'coworker')
    expect(differences(mine, saved).map(({ first_name, relation }) => [first_name, relation])).toEqual([
      ['C1', 'equal'],
      ['C2', 'lower'],
      ['C4', 'coworker'],
      ['Nora', null],
    ])
    const both = combine(mine, saved)
    expect(both.map(({ first_name, relation }) => [first_name, relation])).toEqual([
      ['C1', 'superior'],
      ['Nora', 'outside'],
      ['C2', 'lower'],
      ['C4', 'coworker'],
    ])
    expect(differences(both, both)).toEqual([])
  })

  it('treats a draft of an earlier app version as based on other lists', () => {
    const people = place([], colleague(1), 'superior')
    expect(draftOf(people)).toEqual({ people, version: '' })
    expect(draftOf({ people } as never)).toEqual({ people, version: '' })
    expect(draftOf(null)).toBeNull()
  })
})
