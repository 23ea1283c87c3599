/**
 * Who administers the company, or did so many days before, can make accounts: in their confidential requests only colleagues count whose
 * account was first used, last reactivated, and last given an address, a number or a factor so many days before.
 */
export const ADMINISTERED_DAYS = 90
export const COUNTING_DAYS = 30
/** Beside the field, where too few of the colleagues have such an account. */
export const ACCOUNTS_TOO_NEW = 'accounts_too_new'
