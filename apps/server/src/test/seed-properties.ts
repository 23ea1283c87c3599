import fc from 'fast-check'

/** The same cases in every run, so that no test depends on luck; `SEED=7 npm test` searches elsewhere. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_260_521) })
