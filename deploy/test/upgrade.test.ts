import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { feedback } from '@reflet/contract/feedback'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrationFiles } from '../../apps/server/src/db/migrate.ts'
import { callServer } from '../../apps/server/src/test/call-server.ts'
import { calls } from '../../apps/server/src/test/contract-places.ts'
import { aKey, anAnswer } from '../../apps/server/src/test/factories.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { startDemo } from './support/processes.ts'

/** During an upgrade, and after a rollback, the previous server runs on the new schema: each migration is tried with the server before it. */

const REPOSITORY = resolve(import.meta.dirname, '../..')
const MIGRATIONS = 'apps/server/src/db/migrations'
/** Earlier ones were released before this test. */
const FIRST = '0016'
const tried = migrationFiles().filter((name) => name >= FIRST)

const PACKAGES = join(REPOSITORY, 'node_modules')
const root = mkdtempSync(join(tmpdir(), 'reflet-upgrade-'))
// What a server below does not find in its own folder.
symlinkSync(PACKAGES, join(root, 'node_modules'))
const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  rmSync(root, { recursive: true, force: true })
}, 300_000)

const git = (...words: string[]) => {
  try {
    return execFileSync('git', words, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

/** The commit before a migration was added; null when the history does not reach so far. One that is not committed yet: the last commit. */
function commitBefore(migration: string): string | null {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/${migration}`)
  if (added === null) return null
  return git('rev-parse', '--verify', '--quiet', added === '' ? 'HEAD' : `${added.split('\n').at(-1)}^`)
}

/** Installs those packages of a commit's server that today's has no longer. */
function installDropped(commit: string, folder: string) {
  const { dependencies } = JSON.parse(
    execFileSync('git', ['show', `${commit}:apps/server/package.json`], { cwd: REPOSITORY, encoding: 'utf8' }),
  )
  const dropped = Object.keys(dependencies).filter((name) => !existsSync(join(PACKAGES, name)))
  if (dropped.length === 0) return
  const wanted = dropped.map((name) => `${name}@${dependencies[name]}`)
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', ...wanted], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The server of a commit, with today's packages and those that were dropped since. Two migrations that were added side by side have the same one before them. */
function checkOut(commit: string): string {
  const folder = join(root, commit)
  if (existsSync(folder)) return folder
  mkdirSync(folder)
  // Before its package.json is there, which has packages for everything else.
  installDropped(commit, folder)
  const archive = execFileSync('git', ['archive', commit, 'apps/server', 'packages/contract', 'package.json'], {
    cwd: REPOSITORY,
    maxBuffer: 512 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  mkdirSync(join(folder, 'node_modules/@reflet'), { recursive: true })
  symlinkSync(join(folder, 'packages/contract'), join(folder, 'node_modules/@reflet/contract'))
  mkdirSync(join(folder, 'apps/app'))
  symlinkSync(join(REPOSITORY, 'apps/app/dist'), join(folder, 'apps/app/dist'))
  return folder
}

/** A database with this migration and all before it. */
async function migratedUntil(migration: string): Promise<string> {
  const server = await startPostgres()
  endings.push(server.stop)
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query('create table schema_migrations (name text primary key, applied_at timestamptz not null default now())')
  for (const name of migrationFiles().filter((one) => one <= migration)) {
    await client.query(readFileSync(join(REPOSITORY, MIGRATIONS, name), 'utf8'))
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  }
  await client.end()
  return server.url
}

const logIn = async (url: string, username: string) => {
  const body = { grant_type: 'password', client_id: 'reflet-app', username, password: 'reflet-demo' } as const
  const { status, body: said } = await callServer(url, null, session.login, { body })
  expect(status, username).toBe(200)
  return { token: said.access_token }
}

/** Every page that opens without an id, as an employee and as an administrator. */
async function openEverything(url: string): Promise<string[]> {
  const people = [await logIn(url, 'camille@nova.example'), await logIn(url, 'admin@nova.example')]
  const failed: string[] = []
  for (const [, endpoint] of calls) {
    if (endpoint.method !== 'GET' || endpoint.path.replace(':userId', '').includes(':') || endpoint.path.includes('revoke')) continue
    for (const who of people) {
      const { status } = await callServer(url, who, endpoint, { params: { userId: '1' } } as never)
      if (status >= 500) failed.push(`${endpoint.path} ${status}`)
    }
  }
  return failed
}

async function askAndAnswer(url: string) {
  const [camille, oliver] = [await logIn(url, 'camille@nova.example'), await logIn(url, 'oliver@nova.example')]
  const [skill] = (await callServer(url, camille, skills.listSkills)).body.skills
  const asked = await callServer(url, camille, feedback.createRequest, {
    body: { skill_ids: [skill?.id ?? ''], recipients: [{ email: 'guest@partner.example' }], idempotency_key: aKey() },
  })
  expect(asked.status).toBe(200)
  const { body } = await callServer(url, oliver, feedback.listRequestsToAnswer, { query: {} })
  const id = body.groups[0]?.feedbacks[0]?.id
  if (id) expect((await callServer(url, oliver, feedback.answerFeedback, { params: { id }, body: anAnswer() })).status).toBe(200)
}

describe('the server before a migration runs on its schema', () => {
  // A change touches the newest; `npm run test:all` tries each.
  test.each(process.env.TEST_WHOLE ? tried : tried.slice(-1))('%s', async (migration) => {
    const commit = commitBefore(migration)
    if (commit === null) return console.warn(`The history does not reach the server before ${migration}: it was not tried.`)
    const folder = checkOut(commit)
    const databaseUrl = await migratedUntil(migration)
    const env = { DATABASE_URL: `${databaseUrl}?sslmode=disable`, DATA_DIR: join(folder, 'data') }
    const { server, url } = await startDemo(folder, env, endings)
    expect(await openEverything(url)).toEqual([])
    await askAndAnswer(url)
    const wrong = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50)
    expect(wrong).toEqual([])
    expect(await server.end()).toBe(0)
  })
})
