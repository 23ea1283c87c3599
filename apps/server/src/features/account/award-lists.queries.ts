import type { Award } from '@reflet/contract/awards'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { type AwardBox, listAwards } from '../awards/awards.queries.ts'
import { type List, list, nameOf, walk } from './lists.ts'

type Kept = Omit<Award, 'can'>

const columns = {
  created_at: (award: Kept) => award.created_at,
  type: (award: Kept) => award.type.name,
  message: (award: Kept) => award.message,
  visibility: (award: Kept) => award.visibility,
}

/** Awards that the viewer received and gave. */
export function listsOfAwards({ db, clock }: Platform, viewer: Viewer): List[] {
  const inBox = (box: AwardBox) =>
    walk(
      (cursor) => listAwards(db, viewer, clock(), box, cursor),
      ({ awards }) => awards.map(({ can: _, ...award }): Kept => award),
    )
  return [
    list('awards_received', { ...columns, giver: ({ giver }) => nameOf(giver) }, inBox('received')),
    list('awards_given', { ...columns, receiver: ({ receiver }) => nameOf(receiver) }, inBox('given')),
  ]
}
