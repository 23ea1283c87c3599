import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { fromPool } from '../db/index.ts'
import { migrate } from '../db/migrate.ts'
import { openInMemory } from '../db/pglite/index.ts'
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
    writeFileSync(dump, await smallTemplate())
    project.provide('template', { dump })
    return () => rmSync(folder, { recursive: true })
  }
  const database = `reflet_template_${process.pid}`
  await onServer(url, `create database ${database}`)
  const own = new URL(url)
  own.pathname = `/${database}`
  const opened = fromPool({ connectionString: own.href })
  await migrate(opened.pool)
  await opened.close()
  project.provide('template', { url, database })
  return () => onServer(url, `drop database ${database} with (force)`)
}

/**
 * Performance: opening copies the whole dump several times, and every checkpoint zeroes a log segment. So the template has segments of 1 MB
 * instead of 16, and none of `initdb`'s template databases. Opening then costs a third of the CPU time.
 */
async function smallTemplate(): Promise<Uint8Array> {
  const empty = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] })
  const blob = await empty.dumpDataDir('none')
  await empty.close()
  const embedded = await openInMemory(new Uint8Array(await blob.arrayBuffer()))
  const database = fromPool(embedded.poolConfig)
  await migrate(database.pool)
  for (const name of ['template0', 'template1']) {
    await database.pool.query(`alter database ${name} is_template false`)
    await database.pool.query(`drop database ${name}`)
  }
  await database.pool.query('checkpoint')
  await database.close()
  const dump = await embedded.dump()
  await embedded.close()
  return dump
}
