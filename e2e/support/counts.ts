import type { Say } from './words.ts'

const counted = (count: number) => ({ count, n: count })

/** The counts as screens say them, each with its unit. */
export const countsIn = (say: Say) => ({
  waiting: (answers: number, requests: number) =>
    say('count.waiting', { answers: say('count.answers', counted(answers)), requests: say('count.to_requests', counted(requests)) }),
  newAnswers: (count: number) => say('count.new_answers', counted(count)),
  given: (given: number, total: number) => say('count.given', { n: given, total }),
  awaited: (count: number) => say('count.awaited', counted(count)),
  notObserved: (count: number) => say('count.not_observed', { ...counted(count), label: say('rating.not_observed.label') }),
  load: (count: number) => say('count.load', counted(count)),
  score: (score: string, count: number) => say('count.score', { score, ...counted(count) }),
})
