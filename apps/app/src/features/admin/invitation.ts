import type { AdminPerson } from '@reflet/contract/admin-people'
import { MINUTE_MS } from '@reflet/contract/durations'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'

const SOON_MS = 2 * MINUTE_MS

/** What became of the invitation of a person who has not signed in; undefined: an older server does not say. */
export function useInvitation(): (person: AdminPerson) => string | undefined {
  const { t } = useTranslation()
  return ({ status, invitation_sent_at, invitation_leaves_at }) => {
    if (status !== 'invited' || invitation_sent_at === undefined) return
    if (invitation_leaves_at && Date.parse(invitation_leaves_at) - Date.now() < SOON_MS) return t('admin.people.invitation.soon')
    if (invitation_leaves_at)
      return t('admin.people.invitation.leaves', { date: formatDate(invitation_leaves_at, { dateStyle: 'long', timeStyle: 'short' }) })
    if (invitation_sent_at) return t('admin.people.invitation.sent', { date: formatDate(invitation_sent_at, { dateStyle: 'long' }) })
    return t('admin.people.invitation.none')
  }
}
