import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = new URL('../../', import.meta.url)

/** What a statement writes, and what must be written with it. Columns that are set under computed names are tested by their calls. */
const WRITES = [
  {
    what: 'a reactivation',
    written: /deactivated_at\s*[:=]\s*null\b(?! as)/,
    needs: /reactivated_at\s*[:=]\s*(?:\$\{)?now.*accessChangedAt/,
  },
  { what: 'an address', written: /set(?: = |\()\{[^}]*\bemail:|update users\s+(?:u\s+)?set[^`]*?\bemail = \$/, needs: /accessChangedAt/ },
  { what: 'a factor', written: /insert(?:Into)?\((?:\w+, )?'(?:passkeys|totp_secrets)'/, needs: /securityChanged/ },
  { what: 'a role', written: /update users\s+(?:u\s+)?set[^`]*\brole = /, needs: /administeredUntil/ },
]

test('each file that writes a reactivation, an address, a factor or a role of an account stores since when', () => {
  const found = new Set<string>()
  const lacking: string[] = []
  for (const name of globSync('{features,operator,platform}/**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] })) {
    const text = readFileSync(new URL(name, SOURCES), 'utf8')
    for (const { what } of WRITES.filter(({ written }) => written.test(text))) found.add(what)
    for (const { what } of WRITES.filter(({ written, needs }) => written.test(text) && !needs.test(text))) lacking.push(`${name}: ${what}`)
  }
  expect(lacking).toEqual([])
  expect([...found].sort()).toEqual(WRITES.map(({ what }) => what).sort())
})
