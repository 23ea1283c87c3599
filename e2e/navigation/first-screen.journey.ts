import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FIRST_SCREEN } from '../../bench/budget.ts'
import { expect, shown, test } from '../support/journey.ts'

const DIST = join(import.meta.dirname, '../../apps/app/dist')

/** As the server sends it: compressed by the build, small files as they are. */
const bytesOf = (path: string) => statSync(existsSync(join(DIST, `${path}.br`)) ? join(DIST, `${path}.br`) : join(DIST, path)).size

test('the JavaScript of the first screen stays within its budget', async ({ visitor }) => {
  const page = await visitor()
  const fetched = new Set<string>()
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') fetched.add(new URL(request.url()).pathname)
  })
  await page.goto(FIRST_SCREEN.path, { waitUntil: 'networkidle' })
  await expect(shown(page).locator('#login-email')).toBeVisible()
  const sizes = [...fetched].map((path) => ({ path, kb: bytesOf(path) / 1024 }))
  for (const name of ['index', 'base', 'ionic', 'app', 'first']) {
    expect(sizes.map(({ path }) => path)).toContainEqual(expect.stringMatching(`^/static/${name}-[\\w-]+\\.js$`))
  }
  const total = sizes.reduce((sum, { kb }) => sum + kb, 0)
  const listed = sizes.sort((a, b) => b.kb - a.kb).map(({ path, kb }) => `${path} ${kb.toFixed(1)}`)
  expect(total, `KB of ${listed.join(', ')}`).toBeLessThanOrEqual(FIRST_SCREEN.scriptKb)
})
