import { useEffect } from 'react'
import { usePeriod } from './period.ts'
import { confidentialWords, namedWords, startOf } from './talk.ts'
import { useAnswers } from './useAnswers.ts'

const NONE: readonly string[] = []

/** The comments about a skill in the period. Fetches pages until every selected one is found. */
export function useWords(skillId: string, ticked: readonly string[] = NONE) {
  const months = usePeriod()
  const { error, isPending, refetch, named, moreNamed, confidential, moreConfidential } = useAnswers({ skill_id: skillId })
  const start = startOf(months, Date.now())
  const words = [...namedWords(named, start), ...confidentialWords(confidential, start)]
  const oldest = named.at(-1)?.answered_at
  const more = {
    named: moreNamed.has && oldest !== undefined && new Date(oldest) >= start,
    confidential: moreConfidential.has && (confidential.at(-1)?.month ?? '') >= start.toISOString().slice(0, 7),
  }
  const fetchMore = more.named ? moreNamed.fetch : moreConfidential.fetch
  const isFetching = moreNamed.pending || moreConfidential.pending
  const failed = moreNamed.failed || moreConfidential.failed
  const hasMore = more.named || more.confidential
  const missing = ticked.some((key) => words.every((one) => one.key !== key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again after each page
  useEffect(() => {
    if (missing && hasMore && !isFetching && !failed) fetchMore()
  }, [missing, hasMore, isFetching, failed, words.length])
  return { error, isPending, refetch, words, hasMore, isFetching, fetchMore }
}
