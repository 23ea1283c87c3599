import type { Visit } from '../visit.ts'

/**
 * The states of a screen by their names, each reached from the one before it on the same page. A function that one returns puts back what must
 * not stay after the check.
 */
export type States = Readonly<Record<string, (visit: Visit) => Promise<unknown>>>
