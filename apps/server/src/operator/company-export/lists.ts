import { LOCALES, type Locale } from '@reflet/contract/common'
import type { Queryable } from '../../db/index.ts'
import { type List, list, listWith } from '../../features/account/lists.ts'
import { type Item, listItems } from '../../features/admin/catalogue/items.queries.ts'
import { AWARD_TYPES, type Kind, SKILLS, VIDEOS } from '../../features/admin/catalogue/kinds.ts'
import { cellsOf, PEOPLE_COLUMNS, pagesOfPeople } from '../../features/admin/people/people-csv.ts'
import { addressesOf } from '../../features/badges/issuing/addresses.ts'
import { pagesOfBadges } from '../../features/badges/public/company-badges.queries.ts'
import type { CompanyRow } from '../../features/companies/companies.queries.ts'
import { eachPage } from '../../platform/csv.ts'
import type { Platform } from '../../platform/index.ts'

/** An allow-list: only what is named here of a list is exported, and only what an administrator's call, or a public page, shows. */
export function listsOfCompany(tx: Queryable, { clock, publicUrl }: Platform, company: CompanyRow): List[] {
  const { company_id: companyId } = company
  const locale = company.locale as Locale
  const itemsOf = (kind: Kind) => eachPage(async (cursor) => listItems(tx, kind, { companyId, locale }, { query: '', cursor }))
  return [
    listWith('people', pagesOfPeople(tx, clock(), companyId, { query: '' }), {
      name: 'people',
      columns: PEOPLE_COLUMNS,
      rows: (person) => [cellsOf(person)],
    }),
    list(
      'skills',
      { ...COMMON, category: ({ category }) => category, ...TEXTS },
      mapped(itemsOf(SKILLS), ({ category, ...item }) => ({ ...common(item), category })),
    ),
    list(
      'award_types',
      { ...COMMON, icon: ({ icon }) => icon, ...TEXTS },
      mapped(itemsOf(AWARD_TYPES), ({ icon, ...item }) => ({ ...common(item), icon })),
    ),
    list(
      'videos',
      {
        ...COMMON,
        seconds: ({ seconds }) => seconds,
        bytes: ({ bytes }) => bytes,
        captions: ({ captions }) => captions.join(' '),
        ...TEXTS,
      },
      mapped(itemsOf(VIDEOS), ({ seconds, bytes, captions, ...item }) => ({ ...common(item), seconds, bytes, captions })),
    ),
    list(
      'badges',
      {
        id: ({ id }) => id,
        skill: ({ skill }) => skill,
        shown_name: ({ shown_name }) => shown_name,
        issued_at: ({ issued_at }) => issued_at,
        page_url: ({ page_url }) => page_url,
      },
      mapped(pagesOfBadges(tx, companyId), ({ credential: _, ...badge }) => ({
        ...badge,
        page_url: addressesOf(publicUrl()).page(badge.id),
      })),
    ),
  ]
}

type Common = ReturnType<typeof common>

/** What skills, award types and videos have alike. */
const common = ({
  id,
  names,
  descriptions,
  built_in,
  retired,
  used,
}: Pick<Item, 'id' | 'names' | 'descriptions' | 'built_in' | 'retired' | 'used'>) => ({
  id,
  names,
  descriptions,
  built_in,
  retired,
  used,
})

const COMMON = {
  id: ({ id }: Common) => id,
  built_in: ({ built_in }: Common) => built_in,
  retired: ({ retired }: Common) => retired,
  used: ({ used }: Common) => used,
}

/** A column for each language. */
const TEXTS = Object.fromEntries(
  LOCALES.flatMap((locale) => [
    [`name_${locale}`, ({ names }: Common) => names[locale] ?? null],
    [`description_${locale}`, ({ descriptions }: Common) => descriptions[locale] ?? null],
  ]),
)

async function* mapped<From, To>(pages: AsyncIterable<readonly From[]>, to: (item: From) => To): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(to)
}
