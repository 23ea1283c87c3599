import { parseArgs } from 'node:util'
import { pendingMigrations } from '../db/migrate.ts'
import { Problem } from '../platform/errors.ts'
import { describe } from '../platform/http-errors.ts'
import { explain } from '../start.ts'
import { COMMANDS, type Command, type Said } from './commands.ts'
import { type Context, Failure, Usage } from './context.ts'

const GLOBAL = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } } as const

const helpOf = (name: string, { usage, summary }: Command) => `reflet ${name}${usage ? ` ${usage}` : ''}\n    ${summary}`
const HELP = [
  'Usage: reflet COMMAND [--json] [--help]',
  '',
  ...Object.entries(COMMANDS).map(([name, command]) => helpOf(name, command)),
  '',
  'Settings are the server’s, from the environment (docs/OPERATIONS.md). Status: 0 done, 1 failed, 2 wrong use.',
].join('\n')

/** The command of the first one or two words. */
function find(words: readonly string[]): { name: string; command: Command; rest: string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS[name]
    if (command) return { name, command, rest: words.slice(length) }
  }
  return undefined
}

export interface Output {
  readonly status: number
  readonly out: string
  readonly err: string
}

const done = (status: number, out: string, err = ''): Output => ({ status, out, err })

/** Runs one command. Refusals are one line on standard error: the cause, never a stack; a bug shows its stack. */
export async function operate(words: readonly string[], open: () => Promise<Context>): Promise<Output> {
  const found = find(words)
  if (!found) {
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h')
    return asked ? done(0, HELP) : done(2, '', `There is no command “${words.join(' ')}”; see reflet --help`)
  }
  const { name, command, rest } = found
  try {
    const { values, positionals } = argumentsOf(rest, command)
    if (values.help === true) return done(0, helpOf(name, command))
    const said = await run(command, { values, positionals }, open)
    const out = values.json === true ? JSON.stringify(said.data, null, 2) : said.lines.join('\n')
    return done(said.status ?? 0, out)
  } catch (error) {
    if (error instanceof Usage) return done(2, '', `${error.message}\n${helpOf(name, command)}`)
    return done(1, '', lineOf(error))
  }
}

function argumentsOf(words: string[], { options = {} }: Command) {
  try {
    return parseArgs({ args: words, options: { ...GLOBAL, ...options }, allowPositionals: true }) as {
      values: Record<string, string | boolean | undefined>
      positionals: string[]
    }
  } catch (error) {
    throw new Usage((error as Error).message)
  }
}

async function run(command: Command, given: Parameters<Command['run']>[1], open: () => Promise<Context>): Promise<Said> {
  const context = await open()
  try {
    if (!command.beforeMigrations) await checkMigrated(context)
    return await command.run(context, given)
  } finally {
    await context.close()
  }
}

/** @throws Failure when this release's tables are not there yet */
async function checkMigrated({ database }: Context): Promise<void> {
  const pending = await pendingMigrations(database.pool)
  if (pending.length > 0) throw new Failure(`${pending.length} migrations are missing: run “reflet migrate”, or start the server`)
}

function lineOf(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (error instanceof Problem) return `Refused: ${error.code}${error.fields ? ` ${JSON.stringify(error.fields)}` : ''}`
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && path) return `${path} does not exist`
  return explain(error, undefined) ?? bugOf(error)
}

/** With its stack, and without the values of a statement: they are of people, or secret. */
function bugOf(thrown: unknown): string {
  const { error, code, reason, at = [] } = describe(thrown)
  return [`${[error, code].filter(Boolean).join(' ')}: ${reason ?? ''}`, ...at.map((line) => `    ${line}`)].join('\n')
}
