import type { Queryable } from '../../db/index.ts'

/** A person whose account is being deleted. */
export interface Leaver {
  readonly companyId: string
  readonly userId: string
  /** Others may have stored it, too: as a guest's, a contact's or a manager's address. */
  readonly email: string
  /** Of their published badges; the others stay, with the name that they show. */
  readonly badgesToDelete: readonly string[]
}

/**
 * What a feature does before the person's row is deleted with all rows that reference it: handles references without a foreign key, and
 * data that must be kept in another form.
 */
export type Leave = (tx: Queryable, leaver: Leaver) => Promise<void>

/** People who are being deactivated: their accounts stay. */
export interface Deactivated {
  readonly companyId: string
  readonly userIds: readonly string[]
}

/** What a feature does before these people are deactivated, in the same transaction; it takes its locks before theirs. */
export type Deactivate = (tx: Queryable, people: Deactivated, now: Date) => Promise<void>
