import { localContactsHooks } from './features/contacts/local-record.api.ts'
import { flagHooks } from './features/tours/flags.api.ts'
import { currentUserId } from './platform/current-user.ts'
import { settle } from './platform/errors.ts'
import { subscribe } from './platform/events.ts'
import { queryClient } from './platform/query.ts'
import { registerSessionHooks, type SessionHooks } from './platform/session-hooks.ts'

/** Each fetch of the user is followed by those of suggestions and, with badges, of working relationships. */
const followUps: SessionHooks = {
  fetched({ user }) {
    const load = import('./features/directory/suggestions.api.ts').then(({ suggestionsQuery }) => queryClient.fetchQuery(suggestionsQuery))
    void settle(load)
    if (!user.company.badges_active) return
    void settle(import('./features/hierarchy/hierarchy.api.ts').then(({ hierarchyQuery }) => queryClient.fetchQuery(hierarchyQuery)))
  },
}

/** Answers that were seen while the server could not be reached are reported once it can be. */
const seenHooks: SessionHooks = {
  resume: () => void settle(import('./features/feedback/received-answers/seen.api.ts').then(({ sendSeen }) => sendSeen())),
}

/** The server's texts are in another language: user and skills are fetched at once, everything else when it is shown. */
function followLocale() {
  void queryClient.invalidateQueries()
  if (currentUserId() !== undefined) void settle(import('./followed-locale.ts').then(({ fetchTexts }) => fetchTexts()))
}

/** Registers the features' parts in the session. Called once, before the app starts. */
export function registerSessionParts() {
  registerSessionHooks(flagHooks, localContactsHooks, followUps, seenHooks)
  subscribe('localeChanged', followLocale)
}
