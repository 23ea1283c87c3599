import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLACES } from '../../places.ts'
import { migrationFiles } from '../migrate.ts'

/**
 * Startup time: an image is the data directory of an empty, migrated database. The build makes it (make-image.ts), and the first start
 * copies it in a fraction of the time of `initdb` and all migrations. It is with the packages, which are removed when another version of
 * PGlite is installed.
 */
export const IMAGES = join(import.meta.dirname, '../../../../../node_modules/.database')

/** The place of this release's image: its name follows from the migrations, so that one of others is never taken. */
export function imageIn(images: string): string {
  const hash = createHash('sha256')
  for (const name of migrationFiles())
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(PLACES.migrations, name)))
      .update('\0')
  return join(images, hash.digest('hex'))
}

/** Copies this release's image to `directory`, which must not exist; returns false when there is none. */
export function copyImage(directory: string, images: string): boolean {
  const image = imageIn(images)
  if (!existsSync(image)) return false
  cpSync(image, directory, { recursive: true })
  return true
}
