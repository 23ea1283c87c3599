/**
 * Who administers the company, or did so many days before, can make accounts: in their confidential requests only colleagues count whose
 * account was first used, last reactivated, and last given an address, a number or a factor so many days before. Where the company is older
 * than that, the same is so for who asks with an account that was first used or reactivated less than so many days ago: it may be a second one.
 */
export const ADMINISTERED_DAYS = 90
export const COUNTING_DAYS = 30
export const NEW_ASKER_DAYS = 7
/** Beside the field, where too few of the colleagues have such an account. */
export const ACCOUNTS_TOO_NEW = 'accounts_too_new'
