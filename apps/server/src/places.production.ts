import { join } from 'node:path'

/** Where files are that the server reads, in the folder of the production build. */
export const PLACES = {
  web: join(import.meta.dirname, 'app'),
  migrations: join(import.meta.dirname, 'migrations'),
  legal: join(import.meta.dirname, 'legal'),
  font: (file: string) => join(import.meta.dirname, 'fonts', file),
} as const
