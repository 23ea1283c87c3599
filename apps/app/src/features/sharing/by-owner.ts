import type { SharedAnswer } from '@reflet/contract/sharing'

interface Owned<Answer> {
  owner: SharedAnswer['owner']
  answers: Answer[]
}

/** By person, sorted by the latest share, like the list itself. */
export function byOwner<Answer extends Pick<SharedAnswer, 'owner'>>(answers: readonly Answer[]): Owned<Answer>[] {
  const people = new Map<string | null, Owned<Answer>>()
  for (const answer of answers) {
    const { owner } = answer
    const known = people.get(owner.id)
    if (known) known.answers.push(answer)
    else people.set(owner.id, { owner, answers: [answer] })
  }
  return [...people.values()]
}
