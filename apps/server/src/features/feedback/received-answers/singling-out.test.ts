import { expect, test } from 'vitest'
import { buildAppForThisTest } from '../../../test/build-test-app.ts'
import { LAST_FINDER, SEED, SEQUENCES, search, TIMEOUT } from '../../../test/singling-out/search.ts'

// `singling-out-http.test.ts` tests a part of this over HTTP; `singling-out-weaker.test.ts` shows that the search can find a violation.
test(
  `in ${SEQUENCES} random sequences of answers, filters, exports, deletions and time, no answer can be traced to one person (seed ${SEED})`,
  async () => {
    const found = await search(await buildAppForThisTest(), SEQUENCES)
    expect(found.worlds, 'every world that finds a weaker rule is among them').toBeGreaterThan(LAST_FINDER)
    expect(found.comparisons).toBeGreaterThan(SEQUENCES)
    // Fewer than when external people counted: only colleagues lead to a release.
    expect(found.shown).toBeGreaterThan(SEQUENCES / 5)
  },
  TIMEOUT,
)
