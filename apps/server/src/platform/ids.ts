import { v7 } from 'uuid'

export type Clock = () => Date

/** UUIDv7: sorts by time, so that newest-first lists page by id. */
export const newId = (at: Date) => v7({ msecs: at.getTime() })
