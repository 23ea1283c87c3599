import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const GUIDE = resolve(import.meta.dirname, '../../../docs/OPERATIONS.md')
const BLOCK = /```sh drill=([a-z-]+)\n([\s\S]*?)```/g

/** What an operator's shell has said. */
export interface Said {
  readonly status: number
  readonly out: string
  readonly err: string
}

/** Runs a script with bash, stopping at the first command that fails. Its output is not shown: it may hold an invitation. */
export const shell = (script: string, cwd: string, env: Record<string, string>) =>
  new Promise<Said>((done) => {
    const args = ['-eu', '-o', 'pipefail', '-c', script]
    execFile('bash', args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      done({ status: error ? Number(error.code ?? 1) : 0, out, err }),
    )
  })

/** The commands of the operations guide, by the name in their block's first line. */
function readBlocks(): ReadonlyMap<string, string> {
  return new Map(Array.from(readFileSync(GUIDE, 'utf8').matchAll(BLOCK), ([, name = '', script = '']) => [name, script]))
}

/**
 * Runs blocks of the guide as they are printed there, except for `places`: its folders, host names and ports, each with what stands for it
 * on this machine.
 */
export function openGuide(places: Readonly<Record<string, string>>, env: Record<string, string>) {
  const blocks = readBlocks()
  const left = new Set(blocks.keys())
  const printed = (name: string) => {
    const script = blocks.get(name)
    if (script === undefined) throw new Error(`docs/OPERATIONS.md has no block “${name}”`)
    left.delete(name)
    return Object.entries(places).reduce((text, [there, here]) => text.replaceAll(there, here), script)
  }
  return {
    printed,
    /** @throws when a command fails, with what it said on standard error */
    async run(name: string, { before = [], cwd = process.cwd(), more = {} }: Running = {}): Promise<string> {
      const script = [...before, name].map(printed).join('\n')
      const { status, out, err } = await shell(script, cwd, { ...env, ...more })
      if (status !== 0) throw new Error(`block “${name}” ended with ${status}: ${err}${out}`)
      return out
    },
    /** Blocks that no one has run. */
    left: () => [...left],
  }
}

interface Running {
  /** Blocks that the same shell runs first. */
  readonly before?: readonly string[]
  readonly cwd?: string
  readonly more?: Record<string, string>
}
