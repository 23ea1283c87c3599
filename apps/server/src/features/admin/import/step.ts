import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { type Actor, SYSTEM } from '../../audit/audit.ts'
import { type Claimed, Interrupted } from './claim.ts'

/** After each batch, so that other calls keep their pace: this part of the time that it took. */
const PAUSE = 0.5

/**
 * Runs batches until one reports that nothing is left, with a pause after each.
 * @throws Interrupted after a batch when the process ends
 */
export async function inSteps({ closing }: Platform, batch: () => Promise<'more' | 'done'>): Promise<void> {
  for (;;) {
    const begun = performance.now()
    if ((await batch()) === 'done') return
    if (closing.aborted) throw new Interrupted()
    await pause((performance.now() - begun) * PAUSE)
  }
}

/** The lines `il` of an import. */
export const inLines = ({ company_id, id }: Pick<Claimed, 'company_id' | 'id'>) =>
  sql`il.company_id = ${company_id} and il.import_id = ${id}`

/** Who uploaded the file; an import of the operator's is the system's. */
export const actorOf = ({ created_by }: Claimed): Actor =>
  created_by === null ? SYSTEM : { kind: 'person', id: created_by, network: null }

/** People of the company, as `recordEach` takes them. */
export const peopleOf = ({ company_id }: Claimed, ids: readonly string[]) => sql`select ${company_id}::uuid, unnest(${ids}::uuid[])`
