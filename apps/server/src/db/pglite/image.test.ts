import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedDatabase } from '../index.ts'
import { migrationFiles, pendingMigrations } from '../migrate.ts'
import { imageIn } from './image.ts'
import { openEmbedded } from './index.ts'
import { makeImage } from './make-image.ts'

test('a new database is a copy of the image of this release’s migrations; without one it is empty', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const images = join(folder, 'however-deep-the-repository-is/'.repeat(4))
  const pending = async (name: string) => {
    const embedded = await openEmbedded(join(folder, name), images)
    const database = embeddedDatabase(embedded)
    onTestFinished(() => database.close())
    return pendingMigrations(database.pool)
  }
  await makeImage(images)
  expect(await pending('copied')).toEqual([])
  renameSync(imageIn(images), join(images, 'of-other-migrations'))
  expect(await pending('new')).toEqual(migrationFiles())
})
