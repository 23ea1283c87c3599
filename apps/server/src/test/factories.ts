import type { AnswerBody } from '@reflet/contract/answers'
import type { Locale } from '@reflet/contract/common'
import { insert } from '../db/index.ts'
import { insertCompany } from '../features/companies/creation.commands.ts'
import { indexPeople } from '../features/search-index/search-index.ts'
import { hashToken, randomToken } from '../platform/crypto.ts'
import { newId } from '../platform/ids.ts'
import type { TestApp } from './build-test-app.ts'

export interface TestCompany {
  readonly id: string
  readonly skillIds: readonly string[]
  readonly awardTypeIds: readonly string[]
}

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly token: string
  readonly company: TestCompany
}

let count = 0
const unique = () => ++count

/** A company with the whole catalogue; without quiet hours by default, so that no test depends on the time of day. */
export async function createCompany(
  app: TestApp,
  options: { threshold?: number; badges_active?: boolean; quiet?: { from: number; until: number } } = {},
): Promise<TestCompany> {
  const now = app.now()
  const code = `company-${unique()}`
  const made = await insertCompany(
    app.database.db,
    app.vault,
    {
      code,
      name: `Company ${code}`,
      badges_active: options.badges_active ?? false,
      confidentiality_threshold: options.threshold ?? 3,
      quiet_from: options.quiet?.from ?? null,
      quiet_until: options.quiet?.until ?? null,
    },
    now,
    () => newId(now),
  )
  return { id: made.company_id, skillIds: made.skills.map(({ id }) => id), awardTypeIds: made.types.map(({ id }) => id) }
}

/** An employee with an open session. */
export async function createUser(
  app: TestApp,
  company: TestCompany,
  options: {
    email?: string
    first_name?: string
    last_name?: string
    locale?: Locale
    password_hash?: string
    job_title?: string
    registration_number?: string
    department?: string
    role?: 'employee' | 'admin'
    /** Null for an account that was never used. */
    activated_at?: null
    deactivated?: boolean
  } = {},
): Promise<TestUser> {
  const now = app.now()
  const { deactivated, ...fields } = options
  const number = unique()
  const user = {
    company_id: company.id,
    id: newId(now),
    email: `person-${number}@company.example`,
    first_name: `First${number}`,
    last_name: `Last${number}`,
    locale: 'en' as Locale,
    created_at: now,
    activated_at: now,
    deactivated_at: deactivated ? now : null,
    ...fields,
  }
  await insert(app.database.db, 'users', user)
  await indexPeople(app.database.db, company.id, [user])
  return { id: user.id, email: user.email, company, token: await openSession(app, company.id, user.id) }
}

/** A session as login opens it, without the cost of a password hash. */
export async function openSession(app: TestApp, companyId: string, userId: string): Promise<string> {
  const token = randomToken()
  const now = app.now()
  await insert(app.database.db, 'sessions', {
    company_id: companyId,
    id: newId(now),
    user_id: userId,
    token_hash: hashToken(token),
    created_at: now,
    used_at: now,
  })
  return token
}

/** The same person with a new session; the earlier ones stay open. */
export const signIn = async (app: TestApp, user: TestUser): Promise<TestUser> => ({
  ...user,
  token: await openSession(app, user.company.id, user.id),
})

export const createUsers = (app: TestApp, company: TestCompany, number: number) =>
  Promise.all(Array.from({ length: number }, () => createUser(app, company)))

/** A valid answer. */
export const anAnswer = (changes: Partial<AnswerBody> = {}): AnswerBody => ({
  rating: 4,
  not_observed: false,
  situation: 'In the workshop on Tuesday',
  keep: 'Asked the quiet ones, too',
  improve: 'Sum up at the end',
  ...changes,
})

export const aKey = () => `key-${randomToken()}`
