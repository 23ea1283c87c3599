import { expect, test } from 'vitest'
import { buildAppForThisTest } from '../../../test/build-test-app.ts'
import { SEED, SEQUENCES, search, TIMEOUT } from '../../../test/singling-out/search.ts'

// `singling-out-http.test.ts` does a part of it over HTTP, `singling-out-weaker.test.ts` shows that the search would find somebody.
test(
  `in ${SEQUENCES} sequences of answers, filters, exports, deletions and time nobody is singled out (seed ${SEED})`,
  async () => {
    const found = await search(await buildAppForThisTest(), SEQUENCES)
    expect(found.comparisons).toBeGreaterThan(SEQUENCES)
    // Fewer than when people outside counted: it takes colleagues to show something.
    expect(found.shown).toBeGreaterThan(SEQUENCES / 5)
  },
  TIMEOUT,
)
