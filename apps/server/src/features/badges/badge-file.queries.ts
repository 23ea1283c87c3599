import { badgeSvg } from '@reflet/contract/badge-picture'
import type { Locale } from '@reflet/contract/common'
import type { Queryable } from '../../db/index.ts'
import { plainLine } from '../../platform/plain-line.ts'
import { inLocale } from '../../platform/translations.ts'
import { bakedPng } from './pictures/baking.ts'
import { asPng } from './pictures/render.ts'
import { findBadge, type PublicBadge } from './public/public.queries.ts'

/** Width of a downloaded picture, in pixels. */
const PNG_WIDTH = 1200

/** The drawing of a badge, titled in the language of its document. */
export const pictureOf = ({ achievement, company, issued_at }: PublicBadge) => ({
  category: achievement.category,
  company: plainLine(company),
  year: issued_at.getUTCFullYear(),
  title: plainLine(inLocale(achievement.names, achievement.locale)),
})

/** The picture with the credential in it. */
export const pngOf = async (badge: PublicBadge) => bakedPng(await asPng(badgeSvg(pictureOf(badge)), PNG_WIDTH), badge.credential)

/** The picture of a person's badge as a file, with what is said about it in their language; undefined when it is deleted. */
export async function getBadgeFile(
  db: Queryable,
  { company_id, badge_id }: { readonly company_id: string; readonly badge_id: string | null },
  locale: Locale,
) {
  const badge = badge_id === null ? undefined : await findBadge(db, badge_id)
  if (badge?.company_id !== company_id) return undefined
  const skill = plainLine(inLocale(badge.achievement.names, locale))
  return { name: `badge-${badge.id}.png`, png: await pngOf(badge), skill, company: badge.company }
}
