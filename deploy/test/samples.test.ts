import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installPackages } from '../../scripts/debian.mjs'
import { shell } from './support/guide.ts'

/** What can be checked of the samples without a container engine: the same steps in a bare folder, and that their settings exist. */

const REPOSITORY = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')
const root = mkdtempSync(join(tmpdir(), 'reflet-samples-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the systemd unit is valid, and starts the server as the image does', () => {
  if (!existsSync('/usr/bin/systemd-analyze')) installPackages('systemd', ['systemd'], 'systemd-analyze is missing: install systemd.')
  expect(execFileSync('systemd-analyze', ['verify', 'deploy/reflet.service'], { cwd: REPOSITORY, encoding: 'utf8' })).toBe('')
  const [, unit = ''] = /^ExecStart=\/usr\/bin\/(.+)$/m.exec(read('deploy/reflet.service')) ?? []
  const [, image = ''] = /^CMD (\[.+\])$/m.exec(read('deploy/Dockerfile')) ?? []
  expect(JSON.parse(image)).toEqual(unit.split(' '))
})

describe('the steps of the Dockerfile, in a bare folder', () => {
  const [artefact, image] = [join(root, 'artefact'), join(root, 'image')]
  beforeAll(async () => {
    expect((await shell(`npm run build:production --silent -- ${artefact}`, REPOSITORY, {})).status).toBe(0)
    mkdirSync(image)
  }, 300_000)

  test('what it copies exists, what it runs succeeds, and the command starts', async () => {
    const steps = read('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n')
    for (const step of steps) {
      const [word = '', ...rest] = step.split(' ')
      if (word === 'COPY')
        for (const source of rest.slice(0, -1))
          cpSync(join(artefact, source), join(image, source === '.' ? '' : source), { recursive: true })
      // A cache of its own: the image empties it, while other tests install packages from the one of this user.
      if (word === 'RUN') expect(await shell(rest.join(' '), image, { npm_config_cache: join(root, 'cache') })).toMatchObject({ status: 0 })
    }
    expect(existsSync(join(image, 'node_modules/sharp')), 'native code for pictures').toBe(true)
    // Without settings it names what is missing: it has loaded everything it needs to start.
    const started = await shell(`exec ${process.execPath} server.mjs`, image, { NODE_ENV: 'production' })
    expect(started).toMatchObject({
      status: 1,
      err: expect.stringContaining('PUBLIC_URL, DATABASE_URL, SMTP_URL, MASTER_KEY: needed in production'),
    })
  })
})

test('compose.yaml: every setting is documented, every secret is a file that the guide names, and the proxy reaches the server', () => {
  const [compose, guide] = [read('deploy/compose.yaml'), read('docs/OPERATIONS.md')]
  const reflet = compose.slice(compose.indexOf('  reflet:'), compose.indexOf('\n  database:'))
  const settings = Array.from(reflet.matchAll(/^ {6}([A-Z_]+):/gm), ([, name = '']) => name)
  expect(settings.length).toBeGreaterThan(4)
  for (const name of settings) expect(guide, name).toContain(`\`${name.replace(/_FILE$/, '')}\``)
  const secrets = Array.from(compose.matchAll(/^ {2}([a-z-]+): \{ file: \.\/secrets\/\1 \}$/gm), ([, name = '']) => name)
  expect(secrets).toEqual(['master-key', 'database-url', 'database-password', 'smtp-url'])
  for (const name of secrets) expect(guide, name).toContain(`\`${name}\``)
  for (const [, used = ''] of compose.matchAll(/\/run\/secrets\/([a-z-]+)/g)) expect(secrets).toContain(used)
  const [, port] = /^EXPOSE (\d+)/m.exec(read('deploy/Dockerfile')) ?? []
  expect(compose).toContain(`REFLET_UPSTREAM: reflet:${port}`)
  for (const [, name = ''] of read('deploy/Caddyfile').matchAll(/\{\$([A-Z_]+)/g))
    expect(compose + read('deploy/Caddyfile')).toContain(name)
})
