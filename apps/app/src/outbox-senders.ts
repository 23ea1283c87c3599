import type { Senders } from './platform/outbox.ts'

/** How each kind that can be written offline is sent; its code is fetched when there is something to send. */
export const senders: Senders = {
  answer: () => import('./features/feedback/feedback.outbox.ts').then(({ answers }) => answers),
  offer: () => import('./features/feedback/feedback.outbox.ts').then(({ offers }) => offers),
  request: () => import('./features/feedback/feedback.outbox.ts').then(({ requests }) => requests),
  award: () => import('./features/awards/awards.outbox.ts').then(({ awardsToSend }) => awardsToSend),
}
