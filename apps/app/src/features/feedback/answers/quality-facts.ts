import type { GivenFeedback } from '@reflet/contract/answers'
import { isGiven, isPrompt, type QualityFacts } from '@reflet/contract/quality'

/** The form's values. */
interface Words {
  situation: string
  keep: string
  improve: string
}

/**
 * The facts that the quality index will use, while an answer is written. `askedAt` is missing for unrequested feedback, which is always
 * prompt. An edit does not change whether an answer was prompt.
 */
export function factsOf(words: Words, { answer, thanks }: Pick<GivenFeedback, 'answer' | 'thanks'>, askedAt?: string): QualityFacts {
  const answeredAt = answer ? new Date(answer.answered_at) : new Date()
  return {
    situation: isGiven(words.situation),
    keep: isGiven(words.keep),
    improve: isGiven(words.improve),
    prompt: askedAt === undefined || isPrompt(new Date(askedAt), answeredAt),
    stars: thanks?.stars ?? null,
  }
}
