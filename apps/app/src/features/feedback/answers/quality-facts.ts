import type { OwnFeedback } from '@reflet/contract/groups'
import { isGiven, isPrompt, type QualityFacts } from '@reflet/contract/quality'

/** What is being written. */
interface Words {
  situation: string
  keep: string
  improve: string
}

/**
 * What the index will count of an answer while it is written. `askedAt` is missing where nobody waited for it: such an answer is
 * never late. One that was sent before is as prompt as it was then.
 */
export function factsOf(words: Words, { answer, thanks }: Pick<OwnFeedback, 'answer' | 'thanks'>, askedAt?: string): QualityFacts {
  const answeredAt = answer ? new Date(answer.answered_at) : new Date()
  return {
    situation: isGiven(words.situation),
    keep: isGiven(words.keep),
    improve: isGiven(words.improve),
    prompt: askedAt === undefined || isPrompt(new Date(askedAt), answeredAt),
    stars: thanks?.stars ?? null,
  }
}
