import { catalogueQuery } from './features/skills/skills.api.ts'
import { fetchToEnd } from './platform/query.ts'
import { refreshUser } from './platform/session.ts'

/** What the specification refreshes with the language, whether or not a page shows it. */
export const fetchTexts = () => Promise.all([refreshUser(), fetchToEnd({ ...catalogueQuery, staleTime: 0 })])
