import { type Badge, badges, type PublishBody } from '@reflet/contract/badges'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, specified } from '../../platform/client.ts'
import { settle } from '../../platform/errors.ts'
import { refreshUser } from '../../platform/session.ts'

const listed = {
  queryKey: ['badges'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(badges.listBadges, {}, { signal }),
} as const

/** My badges; only where the company has badges. */
export const badgesQuery = queryOptions({ ...listed, select: ({ badges: mine }) => mine })

/** From when a badge can show the name that I gave myself; null: now. */
export const nameConfirmedQuery = queryOptions({ ...listed, select: ({ name_confirmed_from }) => name_confirmed_from ?? null })

type OfPublished = Pick<Badge, 'id' | 'issued_at' | 'page_url' | 'shown_name'>
export type PublishedBadge = Badge & { [Part in keyof OfPublished]-?: NonNullable<OfPublished[Part]> }

/** A published badge has what the others have not. */
const isPublished = (badge: Badge): badge is PublishedBadge => badge.status === 'published' && badge.id !== undefined

export const publishedOf = (all: readonly Badge[]): PublishedBadge[] => all.filter(isPublished)
export const earnableOf = (all: readonly Badge[]): Badge[] => all.filter(({ status }) => status === 'earnable')
export const onTheWay = (all: readonly Badge[]): Badge[] => all.filter(({ status }) => status === 'in_progress')

const refresh = (client: QueryClient) =>
  Promise.all([badgesQuery.queryKey, ['news']].map((queryKey) => client.invalidateQueries({ queryKey })))

export function usePublishBadges() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Required<PublishBody>) => call(badges.publishBadges, { body }),
    // A refusal for a name that was changed on another device is explained by the list.
    onSettled: () => refresh(client),
  })
}

/** After it the user's record is fetched again (docs/PRODUCT.md, "Badges"). */
export function useDeleteBadge() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(badges.deleteBadge, { params: { id } }),
    onSuccess: async () => {
      await refresh(client)
      void settle(refreshUser())
    },
  })
}

/** Mails a badge to its owner; false when it failed, whatever the reason. */
export const useMailBadge = () =>
  useMutation({ mutationFn: async (id: string) => (await specified(badges.mailBadge, { params: { id } })).value !== false })

/** The links of a post; LinkedIn itself is not called. */
export const linkedInQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: ['badges', 'linkedin', id, text],
    queryFn: ({ signal }) => call(badges.shareBadge, { body: { badge_id: id, text } }, { signal }),
  })

/** The text of a post on LinkedIn, as a draft of this device. */
export const postDraft = (id: string) => `linkedin-${id}`
