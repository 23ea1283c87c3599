import type { Locale } from '@reflet/contract/common'
import { insert, type Queryable, rows, sql, violates } from '../../db/index.ts'
import type { Vault } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { builtInAwardTypes } from '../awards/types.queries.ts'
import { CATALOGUE } from '../catalogue/catalogue.queries.ts'
import { builtInVideos } from '../videos/videos.queries.ts'

interface NewCompany {
  readonly name: string
  readonly code: string
  readonly locale?: Locale
  readonly time_zone?: string
  readonly badges_active?: boolean
  readonly confidentiality_threshold?: number
  readonly quiet_from?: number | null
  readonly quiet_until?: number | null
}

/**
 * A code under which another company has published badges stays that company's, also when it has another one now: its badges name it.
 * @throws name_taken
 */
export async function checkCode(db: Queryable, companyId: string, code: string): Promise<void> {
  const [taken] = await rows(db, {}, sql`select from badge_issuers where code = ${code} and company_id <> ${companyId}`)
  if (taken) throw new Problem('name_taken', { fields: { code: 'taken' } })
}

/**
 * Inserts a company with a data key of its own, the skills of the catalogue, the built-in award types and videos. It has no people yet.
 * @param newId makes the ids; the demo's are reproducible
 * @throws name_taken when another company has this code
 */
export async function insertCompany(db: Queryable, vault: Vault, company: NewCompany, created_at: Date, newId: () => string) {
  const company_id = newId()
  const wrapped_key = vault.newWrappedKey(company_id)
  try {
    await insert(db, 'companies', { company_id, ...company, wrapped_key, created_at })
  } catch (error) {
    if (violates(error, 'companies_code_key')) throw new Problem('name_taken', { fields: { code: 'taken' } })
    throw error
  }
  await checkCode(db, company_id, company.code)
  const skillRows = CATALOGUE.map(({ key, category }) => ({ company_id, id: newId(), catalogue_key: key, category, created_at }))
  const types = builtInAwardTypes(company_id, created_at, newId)
  await insert(db, 'skills', skillRows)
  await insert(db, 'award_types', types)
  await insert(db, 'videos', builtInVideos(company_id, created_at, newId))
  return { company_id, wrapped_key, skills: skillRows, types }
}
