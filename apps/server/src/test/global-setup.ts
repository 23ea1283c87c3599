import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { embeddedDatabase, serverDatabase } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { openInMemory } from '../db/pglite/index.ts'
import { prepareImage } from '../db/pglite/make-image.ts'
import { onServer } from './build-test-app.ts'

/**
 * Creates the migrated, empty database once; every test file starts with a copy of it. With TEST_DATABASE_URL it is a PostgreSQL template,
 * else, and for the project `embedded`, a dump of PGlite.
 */
export default async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  if (!url || project.name === 'embedded') {
    const folder = mkdtempSync(join(tmpdir(), 'reflet-test-'))
    const dump = join(folder, 'template.tar')
    writeFileSync(dump, await dumpOfImage())
    project.provide('template', { dump })
    return () => rmSync(folder, { recursive: true })
  }
  const database = `reflet_template_${process.pid}`
  await onServer(url, `create database ${database}`)
  const own = new URL(url)
  own.pathname = `/${database}`
  const opened = serverDatabase({ connectionString: own.href })
  await migrate(opened.pool)
  await opened.close()
  project.provide('template', { url, database })
  return () => onServer(url, `drop database ${database} with (force)`)
}

async function dumpOfImage(): Promise<Uint8Array> {
  const embedded = await openInMemory()
  const database = embeddedDatabase({ ...embedded, close: async () => {} })
  await prepareImage(database)
  await database.close()
  const dump = await embedded.dump()
  await embedded.close()
  return dump
}
