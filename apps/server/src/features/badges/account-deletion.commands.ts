import type { Clock } from '../../platform/ids.ts'
import type { Leave } from '../account-deletion/account-deletion.ts'
import { revokeBadges } from './badges.commands.ts'

/**
 * Published badges outlive the account, with the name that they show; those that the person chose to delete are revoked. The reference to
 * the account goes with its row.
 */
export const leaveBadges =
  (clock: Clock): Leave =>
  async (tx, { companyId, userId, badgesToDelete }) => {
    await revokeBadges(tx, { companyId, userId }, badgesToDelete, clock())
  }
