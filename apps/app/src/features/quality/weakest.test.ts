import { expect, test } from 'vitest'
import { weakest } from './weakest.ts'

const ALL = { situation: 1, improve: 1, keep: 1, prompt: 1, useful: 1 }

test.each([
  ['nothing is missing', ALL, []],
  ['a part above the limit gets no tip', { ...ALL, keep: 0.9 }, []],
  ['the most points first', { ...ALL, prompt: 0, situation: 0.5 }, ['situation', 'prompt']],
  ['at most two', { situation: 0.2, improve: 0.1, keep: 0, prompt: 0, useful: 0.5 }, ['improve', 'situation']],
  ['an unknown part is no weakness', { ...ALL, useful: null }, []],
])('%s', (_what, parts, expected) => expect(weakest(parts)).toEqual(expected))
