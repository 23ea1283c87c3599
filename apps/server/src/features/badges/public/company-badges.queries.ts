import type { Locale } from '@reflet/contract/common'
import { instant, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { inLocale, type Translations } from '../../../platform/translations.ts'

const PAGE = 1_000

/** A published badge as its public page shows it. */
export interface CompanyBadge {
  readonly id: string
  readonly skill: string
  readonly shown_name: string
  readonly issued_at: string
  /** The signed document, as its address answers. */
  readonly credential: string
}

/** The published badges of a company by id, page by page: those of former employees included, revoked ones not. */
export async function* pagesOfBadges(db: Queryable, companyId: string, size = PAGE): AsyncGenerator<CompanyBadge[]> {
  for (let next = sql`true`; ; ) {
    const found = await rows(
      db,
      { id: t.uuid, shown_name: t.text, issued_at: t.time, credential: t.text, names: t.json<Translations>(), locale: t.oneOf<Locale>() },
      sql`select b.id, b.shown_name, b.issued_at, b.credential, a.names, a.locale from badges b
        join achievements a on a.company_id = b.company_id and a.id = b.achievement_id
        where b.company_id = ${companyId} and b.revoked_at is null and ${next}
        order by b.id limit ${size}`,
    )
    yield found.map(({ names, locale, issued_at, ...badge }) => ({
      ...badge,
      skill: inLocale(names, locale),
      issued_at: instant(issued_at),
    }))
    if (found.length < size) return
    next = sql`b.id > ${found.at(-1)?.id}::uuid`
  }
}

/** Every code under which a company has issued badges. */
export const issuerCodesOf = async (db: Queryable, companyId: string): Promise<string[]> =>
  (await rows(db, { code: t.text }, sql`select code from badge_issuers where company_id = ${companyId} order by code`)).map(
    ({ code }) => code,
  )

export const statusListIdsOf = async (db: Queryable, companyId: string): Promise<string[]> =>
  (await rows(db, { id: t.uuid }, sql`select id from status_lists where company_id = ${companyId} order by id`)).map(({ id }) => id)
