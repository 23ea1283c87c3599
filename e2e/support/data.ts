import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

/** What one server works on: a data directory, and a database of PostgreSQL where there is one, else the embedded database in that directory. */
export interface Data {
  readonly environment: Record<string, string>
  remove(): Promise<void>
}

const TEMPLATE = 'demo'

/** Of the run's PostgreSQL; empty for the embedded database. */
function urlOf(database: string): string {
  const server = process.env.E2E_POSTGRES
  if (!server) return ''
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

async function onPostgres(sql: string): Promise<void> {
  const client = new Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'reflet-e2e-'))

function dataIn(dataDir: string, database: string): Data {
  const databaseUrl = urlOf(database)
  return {
    // A server with a DATABASE_URL runs in production unless it is a demo.
    environment: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: databaseUrl ? '1' : '0' },
    async remove() {
      if (databaseUrl) await onPostgres(`DROP DATABASE ${database} WITH (FORCE)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Empty, for the run's demo companies: its copies are made from it as long as `E2E_DEMO` names its directory. */
export async function newDemoData(): Promise<Data> {
  if (process.env.E2E_POSTGRES) await onPostgres(`CREATE DATABASE ${TEMPLATE}`)
  return dataIn(newFolder(), TEMPLATE)
}

let copies = 0

/** The demo companies, for one server. */
export async function copyDemoData(): Promise<Data> {
  const dataDir = newFolder()
  cpSync(process.env.E2E_DEMO ?? '', dataDir, { recursive: true })
  const database = `journey_${process.pid}_${++copies}`
  // By files: half of what a copy by the log costs, where nothing is written to a disk.
  if (process.env.E2E_POSTGRES) await onPostgres(`CREATE DATABASE ${database} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  return dataIn(dataDir, database)
}
