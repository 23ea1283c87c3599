import type { NamedAnswer } from '@reflet/contract/feedback'
import { fullName } from '../../../platform/people.ts'

/** Who hears of a rating: a colleague in the app, a guest by a link, somebody who left not at all. A guest always has a name or an address. */
export const toldOf = ({ giver }: Pick<NamedAnswer, 'giver'>) => (giver.id ? 'colleague' : fullName(giver) ? 'guest' : 'former')
