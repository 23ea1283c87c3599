import type { Queryable } from '../db/index.ts'

/** A person whose account is being deleted. */
export interface Leaver {
  readonly companyId: string
  readonly userId: string
  /** Others may have written it down, too: as a guest's, a contact's, a manager's. */
  readonly email: string
}

/**
 * What a feature does when a person leaves, before their row goes and everything that hangs on it goes with it: whatever
 * names them without a foreign key, and whatever must not simply vanish.
 */
export type Leave = (tx: Queryable, leaver: Leaver) => Promise<void>
