import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { useUser } from '../../platform/session.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { useQueryParam } from '../../ui/query-param.ts'
import { badgesQuery, postDraft, publishedOf } from './badges.api.ts'

/** The badge of a page about sharing, by `?id=`, or the newest one; and the draft of its post, which starts with a suggestion. */
export function useSharedBadge(path: string) {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const id = useQueryParam(path, 'id')
  const query = useQuery({ ...badgesQuery, enabled: open })
  const published = publishedOf(query.data ?? [])
  const badge = id ? published.find((one) => one.id === id) : published[0]
  const company = useUser()?.company.name ?? ''
  const draft = useDraft<string | null>(postDraft(badge?.id ?? ''), null)
  const text = draft.value ?? (badge ? t('badges.linkedin.draft', { skill: badge.skill.name, company }) : '')
  return { query, badge, draft, text }
}
