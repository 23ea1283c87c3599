import type { NamedAnswer } from '@reflet/contract/received-answers'
import { fullName } from '../../../platform/full-name.ts'

/**
 * How the giver of an answer is notified of a rating: a colleague in the app, a guest by a link, a former colleague not at all. A guest
 * always has a name or an address.
 */
export const giverKindOf = ({ giver }: Pick<NamedAnswer, 'giver'>): 'colleague' | 'guest' | 'former' =>
  giver.id ? 'colleague' : fullName(giver) ? 'guest' : 'former'
