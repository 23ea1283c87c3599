import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, embeddedDatabase } from '../index.ts'
import { migrate } from '../migrate.ts'
import { IMAGES, imageIn } from './image.ts'
import { openEmbedded } from './index.ts'

/** Migrates a new database, and drops `initdb`'s template databases: a copy then costs a third of the time. */
export async function prepareImage({ pool }: Database): Promise<void> {
  await migrate(pool)
  for (const name of ['template0', 'template1']) {
    await pool.query(`alter database ${name} is_template false`)
    await pool.query(`drop database ${name}`)
  }
  await pool.query('checkpoint')
}

/** Makes this release's image in place of those of others: elsewhere, because the path of a database's lock is limited to a hundred characters. */
export async function makeImage(images = IMAGES): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-image-'))
  try {
    // First: a new database would be a copy of the image of before.
    rmSync(images, { recursive: true, force: true })
    const embedded = await openEmbedded(folder, images)
    const database = embeddedDatabase(embedded)
    await prepareImage(database)
    await database.close()
    const copy = join(images, 'copy')
    cpSync(join(folder, 'pglite'), copy, { recursive: true })
    renameSync(copy, imageIn(images))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
