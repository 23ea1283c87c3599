import type { Visit } from '../visit.ts'

/** A state of a screen, reached from the one before it on the same page. */
export interface State {
  readonly name: string
  readonly reach: (visit: Visit) => Promise<void>
  /** Not looked at: a text that is shortened on purpose. */
  readonly without?: 'cuts'
  /** What is put back after the check. */
  readonly leave?: (visit: Visit) => Promise<unknown>
}
