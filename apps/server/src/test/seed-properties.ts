import fc from 'fast-check'

/** A fixed random seed, so that runs are deterministic; `SEED=7 npm test` searches elsewhere. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_260_521) })
