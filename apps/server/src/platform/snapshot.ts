import type { Queryable } from '../db/index.ts'

/** Reads with every statement of `read` the state of one moment, however long it takes; writes nothing. */
export const inSnapshot = <Result>(db: Queryable, read: (tx: Queryable) => Promise<Result>): Promise<Result> =>
  db.transaction(read, 'snapshot')
