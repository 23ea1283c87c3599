import * as z from 'zod/mini'
import { SkillRef } from './answers.ts'
import { Done, distinct, Id, IdParams, Instant, text } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { SkillCategory } from './skills.ts'

/** So many badges are published by one call at most: each is signed. */
export const MAX_PUBLISHED_AT_ONCE = 20

/** A post on LinkedIn holds so many characters. */
export const MAX_LINKEDIN_TEXT = 3_000

/** What a badge is earned by (docs/PRODUCT.md, "Badges"), in the order in which it is shown. */
export const BADGE_CONDITIONS = ['ratings', 'people', 'relations', 'superior', 'mean'] as const
export type BadgeConditionName = (typeof BADGE_CONDITIONS)[number]

export const BADGE_STATUSES = ['published', 'earnable', 'in_progress'] as const
export type BadgeStatus = (typeof BADGE_STATUSES)[number]

/** How the owner's name is shown: Camille Laurent, Camille L., Camille. */
export const SHOWN_NAMES = ['full', 'initial', 'first'] as const
export type ShownName = (typeof SHOWN_NAMES)[number]

/** The name in one of these forms; without a last name all of them are the first name. */
export function shownName({ first_name, last_name }: { first_name: string; last_name: string }, form: ShownName): string {
  const first = first_name.trim()
  const last = last_name.trim()
  if (last === '' || (form === 'first' && first !== '')) return first || last
  const [initial = ''] = last
  return [first, form === 'initial' && first !== '' ? `${initial}.` : last].filter(Boolean).join(' ')
}

export const BadgeCondition = named(
  z.object({
    name: described(z.string(), `One of ${BADGE_CONDITIONS.join(', ')}`),
    have: described(z.number(), 'Of colleagues’ ratings alone; of people at most what is needed. 0 for the mean of no rating'),
    need: z.number(),
    met: z.boolean(),
  }),
  'BadgeCondition',
)
export type BadgeCondition = z.infer<typeof BadgeCondition>

/** A published badge, or a skill on its way to one. */
export const Badge = named(
  z.object({
    id: z.optional(Id),
    skill: SkillRef,
    category: SkillCategory,
    status: z.enum(BADGE_STATUSES),
    conditions: z.array(BadgeCondition),
    issued_at: z.optional(Instant),
    page_url: described(z.optional(z.string()), 'The public page'),
    shown_name: described(z.optional(z.string()), 'The owner’s name as the badge shows it'),
  }),
  'Badge',
)
export type Badge = z.infer<typeof Badge>

export const PublishBody = z.strictObject({
  badges: described(
    z.array(Id).check(z.minLength(1), z.maxLength(MAX_PUBLISHED_AT_ONCE), z.refine(distinct, { error: 'duplicate' })),
    'Ids of skills; all of them are published, or none',
  ),
  shown_name: z._default(z.enum(SHOWN_NAMES), 'full'),
})
export type PublishBody = z.output<typeof PublishBody>

export const LinkedInBody = z.strictObject({
  badge_id: Id,
  text: text(MAX_LINKEDIN_TEXT).check(z.minLength(1)),
})
export type LinkedInBody = z.output<typeof LinkedInBody>

export const badges = endpoints({
  listBadges: {
    method: 'GET',
    path: '/api/badges',
    access: 'employee',
    summary: 'My badges: published, earnable, and skills on their way to one',
    response: z.object({
      badges: z.array(Badge),
      name_confirmed_from: described(
        z.optional(Instant),
        'From then on badges can be published with my name, which I changed myself; or once an administrator confirms it. Absent: now',
      ),
    }),
    errors: ['badges_inactive'],
  },
  publishBadges: {
    method: 'POST',
    path: '/api/badges/new',
    access: 'employee',
    limit: 'upload',
    summary: 'Publish badges that I have earned, each as an Open Badges 3.0 credential',
    body: PublishBody,
    response: z.object({ badges: z.array(z.object({ id: Id, skill: SkillRef, issued_at: Instant, page_url: z.string() })) }),
    errors: ['badges_inactive', 'badge_not_earned', 'badge_already_published', 'name_not_confirmed'],
  },
  shareBadge: {
    method: 'POST',
    path: '/api/badges/linkedin',
    access: 'employee',
    summary: 'The links by which I share a badge on LinkedIn and add it to my profile there; nothing is sent to LinkedIn',
    body: LinkedInBody,
    response: z.object({ share_url: z.string(), add_to_profile_url: z.string() }),
    errors: ['badges_inactive'],
  },
  mailBadge: {
    method: 'GET',
    path: '/api/badges/email/:id',
    access: 'employee',
    limit: 'mail',
    changes: true,
    summary: 'Mail a badge to myself, with its picture',
    params: IdParams,
    response: Done,
    errors: ['badges_inactive'],
  },
  deleteBadge: {
    method: 'GET',
    path: '/api/badges/delete/:id',
    access: 'employee',
    changes: true,
    summary: 'Revoke a badge: its page is gone, and verifiers refuse it',
    params: IdParams,
    response: Done,
    errors: ['badges_inactive'],
  },
})
