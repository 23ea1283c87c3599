import type { ParseArgsConfig } from 'node:util'
import { companyCommands } from './companies.ts'
import type { Context } from './context.ts'
import { peopleCommands } from './people.ts'
import { serverCommands } from './server.ts'

/** What a command says: data for `--json`, and lines for people. */
export interface Said {
  readonly data: unknown
  readonly lines: readonly string[]
  /** Default 0. */
  readonly status?: number
}

export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, string | boolean | undefined>>
}

export interface Command {
  /** After its name. */
  readonly usage: string
  readonly summary: string
  readonly options?: NonNullable<ParseArgsConfig['options']>
  /** Whether it works on a database without this release's tables. */
  readonly beforeMigrations?: true
  run(context: Context, given: Arguments): Promise<Said>
}

/** Every command by its name of one or two words. */
export const COMMANDS: Readonly<Record<string, Command>> = { ...companyCommands, ...peopleCommands, ...serverCommands }
