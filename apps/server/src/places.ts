import { join } from 'node:path'

/** Where files are that the server reads, in the repository. The production build puts places.production.ts in its place. */
export const PLACES = {
  /** Build output of apps/app. */
  web: join(import.meta.dirname, '../../app/dist'),
  migrations: join(import.meta.dirname, 'db/migrations'),
  legal: join(import.meta.dirname, 'features/legal'),
} as const
