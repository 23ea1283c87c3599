/** How long undoing a decline or a postponement is offered right away; the lists offer it afterwards. */
export const UNDO_MS = 12_000
