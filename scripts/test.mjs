// `npm test`: the gate, each thing once. `npm run test:all` adds what a change breaks rarely: long forms, the embedded database in full,
// journeys in a second language or on a second system, every screen in Firefox and WebKit. What waits runs beside what computes. The minutes of
// each part are printed at the end.
import { spawn } from 'node:child_process'
import { ensureEngines } from './engines.mjs'
import { ensureHeadless } from './ensure-chromium.mjs'
import { hasPostgres, startPostgres } from './postgres.mjs'

const isWhole = process.argv.includes('--all')
const vitest = (...words) => ['node', 'node_modules/vitest/vitest.mjs', 'run', ...words]
const playwright = (...words) => ['node', 'node_modules/@playwright/test/cli.js', 'test', '--project=journeys', ...words]
const projects = (...names) => names.flatMap((name) => ['--project', name])
const TAG = '@whole'
/** The gate has the operations guide and the upgrade; `npm run test:all` also several processes under load, and a generated client. */
const deployed = isWhole ? [] : ['several-processes', 'generated-client'].flatMap((name) => ['--exclude', `deploy/test/${name}.test.ts`])

/** @type {{ name: string, minutes: number, outcome: string }[]} */
const parts = []

/**
 * Runs one part of the tests.
 * @param {string} name
 * @param {readonly string[]} command
 * @param {{ beside?: boolean, env?: Record<string, string> }} how `beside`: another part writes to the terminal meanwhile, so its output comes at its end
 * @throws when it fails
 */
async function part(name, [program, ...args], { beside = false, env = {} } = {}) {
  const began = performance.now()
  const output = []
  const status = await new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit', env: { ...process.env, ...env } })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  if (beside) process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`)
  parts.push({ name, minutes: (performance.now() - began) / 60_000, outcome: status === 0 ? '' : 'failed' })
  if (status !== 0) throw new Error(`${name} failed`)
}

/** All of them to their end: a failure of one does not hide what another finds. @throws the first failure */
async function together(...works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

async function run() {
  // What is installed comes first: one installation at a time.
  await part('programs', ['node', 'scripts/ensure-programs.mjs'])
  ensureHeadless()
  if (isWhole) ensureEngines()
  let server = null
  const given = process.env.TEST_DATABASE_URL
  const onServer = Boolean(given) || hasPostgres()
  if (!onServer) console.log('There is no PostgreSQL here: the server’s tests run on the embedded database.')
  try {
    await together(
      part('check', ['npm', 'run', 'check', '--silent'], { beside: true }),
      part('contract and app', vitest(...projects('contract', 'app'))),
      onServer && !given
        ? startPostgres('-c shared_buffers=512MB', { fast: true }).then((started) => {
            server = started
          })
        : undefined,
    )
    const url = given ?? server?.url
    // A third worker computes while the others wait for the database.
    const workers = url ? ['--maxWorkers', '3'] : []
    await part('server', vitest(...projects('server', ...(url ? ['embedded'] : [])), ...workers), {
      env: { ...(url && { TEST_DATABASE_URL: url }), ...(isWhole && { HOSTILE_INPUTS: '20000' }) },
    })
  } finally {
    await server?.stop()
  }
  await together(
    part('journeys', playwright('--grep-invert', TAG)),
    onServer
      ? part('deploy', vitest(...projects('deploy'), ...deployed), { beside: true, env: isWhole ? { TEST_WHOLE: '1' } : {} })
      : undefined,
  )
  if (!isWhole) return
  await part('server, in full on the embedded database', vitest(...projects('server')), { env: { TEST_WHOLE: '1', TEST_DATABASE_URL: '' } })
  await part('further journeys', playwright('--grep', TAG))
}

const began = performance.now()
let failure
try {
  await run()
} catch (error) {
  failure = error
}
for (const { name, minutes, outcome } of parts) console.log(`${minutes.toFixed(1).padStart(6)} min  ${name} ${outcome}`)
console.log(`${((performance.now() - began) / 60_000).toFixed(1).padStart(6)} min  in all`)
if (failure) {
  console.error(failure.message)
  process.exit(1)
}
