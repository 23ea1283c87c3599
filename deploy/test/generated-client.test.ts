import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { afterAll, expect, test } from 'vitest'
import { startDemo } from './support/processes.ts'

/** A program of others calls a server by nothing but the document that the server sends. */

const REPOSITORY = resolve(import.meta.dirname, '../..')

/** The address of the server is in the document. The compiler refuses a call that the document does not describe. */
const PROGRAM = `
  import { randomUUID } from 'node:crypto'
  import { client } from './client/client.gen.ts'
  import { awardsListAwards, feedbackCreateRequest, sessionGetCredentials, sessionLogin, skillsListSkills } from './client/index.ts'

  const { error } = await skillsListSkills()
  const code: 'unauthenticated' | string | undefined = error?.code

  const { data: credentials } = await sessionGetCredentials({ throwOnError: true })
  const person = { grant_type: 'password', client_id: credentials.clientId, username: 'camille@nova.example', password: 'reflet-demo' } as const
  const { data: session } = await sessionLogin({ body: person, throwOnError: true })
  client.setConfig({ auth: session.access_token })

  const { data: skills } = await skillsListSkills({ throwOnError: true })
  const { data: asked } = await feedbackCreateRequest({
    body: { skill_ids: [skills.skills[0]!.id], recipients: [{ email: 'guest@partner.example' }], idempotency_key: randomUUID() },
    throwOnError: true,
  })
  const { data: awards } = await awardsListAwards({ query: { box: 'given' }, throwOnError: true })
  console.log(JSON.stringify({ code, skills: skills.skills.length, asked: asked.feedbacks.length, awards: Array.isArray(awards.awards) }))

  // @ts-expect-error: no text is a list of skills
  export const wrong = () => feedbackCreateRequest({ body: { skill_ids: 'all', recipients: [], idempotency_key: '' } })
`

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
    types: ['node'],
  },
  include: ['.'],
}

const root = mkdtempSync(join(tmpdir(), 'reflet-client-'))
const endings: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  rmSync(root, { recursive: true, force: true })
})

const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root })

test('a client that is generated from the document logs in, reads, asks, and is refused with a code', async () => {
  const { url } = await startDemo(REPOSITORY, { DATA_DIR: join(root, 'data') }, endings)
  writeFileSync(join(root, 'openapi.json'), await (await fetch(`${url}/api/openapi.json`)).text())
  await createClient({
    input: join(root, 'openapi.json'),
    output: { path: join(root, 'client'), module: { extension: '.ts' } },
    logs: { level: 'silent', file: false },
  })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  writeFileSync(join(root, 'program.ts'), PROGRAM)

  expect((await node(join(REPOSITORY, 'node_modules/typescript/bin/tsc'), '-p', '.')).stdout).toBe('')
  const { stdout } = await node('program.ts')
  expect(JSON.parse(stdout)).toEqual({ code: 'unauthenticated', skills: expect.any(Number), asked: 1, awards: true })
})
