import { nullable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import type { DomoscioAccount } from './domoscio.ts'
import { originOf } from './host.policy.ts'

const learnerRow = { host: nullable(t.text), instance: nullable(t.text), token: nullable(t.bytes), student: nullable(t.text) }
type LearnerRow = RowOf<typeof learnerRow>

export interface Learner {
  /** null when the company has no learning platform, or invalid settings. */
  readonly account: DomoscioAccount | null
  /** The id that Domoscio gave; null when not linked. */
  readonly student: string | null
}

/** The viewer, or a person whose account is erased. */
export type Learning = Pick<Viewer, 'companyId' | 'userId' | 'seal'>

/** The viewer as a learner, and the company's account with Domoscio. */
export async function getLearner({ db, production }: Platform, viewer: Learning): Promise<Learner> {
  const [row] = await rows(
    db,
    learnerRow,
    sql`select c.domoscio_host as host, c.domoscio_instance as instance, c.sealed_domoscio_token as token,
      u.domoscio_student as student
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId}`,
  )
  return { account: row ? accountOf(row, viewer, production) : null, student: row?.student ?? null }
}

function accountOf({ host, instance, token }: LearnerRow, { seal, companyId }: Learning, production: boolean): DomoscioAccount | null {
  const origin = host && originOf(host, production)
  if (!origin || !instance || !/^[\w-]+$/.test(instance) || !token) return null
  return { origin, instance, token: seal.open(token, 'companies.sealed_domoscio_token', companyId) }
}
