import { MAX_STARS, PROMPT_DAYS, QUALITY_MONTHS, type QualityIndex, qualityOf } from '@reflet/contract/quality'
import { nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Viewer } from '../../platform/session.ts'

/** What the rule of the quality index uses of an answer. */
export const qualityRow = {
  situation: t.bool,
  improve: t.bool,
  keep: t.bool,
  prompt: t.bool,
  /** The receiver's usefulness rating, 1–5; null while there is none. */
  stars: nullable(t.int),
}

/** Answers of one month that are equal in it. */
const alikeRow = { ...qualityRow, month: t.text, count: t.int }
type Alike = RowOf<typeof alikeRow>

/** `isPrompt` as SQL, over `feedbacks f` and `requests r`: unrequested feedback and answers at an event have no delay. */
export const prompt = sql`(r.kind in ('offered', 'event')
  or f.answered_at - f.created_at <= interval '${sql.raw(String(PROMPT_DAYS * 24))} hours')`

/**
 * The quality of the viewer's own feedback: of their texts, confidential ones included, and of the receivers' ratings. Rows are grouped by
 * their properties, so that the rule itself is in the contract only. Texts that were encrypted before these counts existed (`has_situation`
 * … are null) have no effect.
 */
export async function getQualityIndex(db: Queryable, viewer: Viewer, now: Date): Promise<QualityIndex> {
  const found = await rows(
    db,
    alikeRow,
    sql`select to_char(f.answered_at at time zone 'UTC', 'YYYY-MM') as month, f.has_situation as situation,
        f.has_improve as improve, f.has_keep as keep, ${prompt} as prompt, f.stars, count(*)::int as count
      from feedbacks f join requests r on r.company_id = f.company_id and r.id = f.request_id
      where f.company_id = ${viewer.companyId} and f.giver_id = ${viewer.userId} and f.status = 'answered'
        and not f.not_observed and (f.has_situation, f.has_keep, f.has_improve) is not null
        and f.answered_at > ${now}::timestamptz - interval '${sql.raw(String(QUALITY_MONTHS))} months'
      group by 1, 2, 3, 4, 5, 6 order by 1`,
  )
  const rated = found.filter(({ stars }) => stars !== null)
  return {
    index: meanOf(found),
    n: countOf(found),
    rated: countOf(rated),
    parts:
      found.length === 0
        ? null
        : {
            situation: shareOf(found, ({ situation }) => Number(situation)),
            improve: shareOf(found, ({ improve }) => Number(improve)),
            keep: shareOf(found, ({ keep }) => Number(keep)),
            prompt: shareOf(found, (alike) => Number(alike.prompt)),
            useful: rated.length === 0 ? null : shareOf(rated, ({ stars }) => (stars ?? 0) / MAX_STARS),
          },
    trend: [...Map.groupBy(found, ({ month }) => month)].flatMap(([month, alike]) => {
      const index = meanOf(alike)
      return index === null ? [] : [{ month, index, n: countOf(alike) }]
    }),
  }
}

const countOf = (found: readonly Alike[]) => found.reduce((sum, { count }) => sum + count, 0)

const shareOf = (found: readonly Alike[], of: (alike: Alike) => number) =>
  found.reduce((sum, alike) => sum + of(alike) * alike.count, 0) / countOf(found)

const meanOf = (found: readonly Alike[]) => (found.length === 0 ? null : Math.round(shareOf(found, (alike) => qualityOf(alike).index)))
