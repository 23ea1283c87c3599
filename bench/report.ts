import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, 'README.md')

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const verdict = (met: boolean, target: string) => `${target} ${met ? '✓' : '✗ **missed**'}`

export const table = (head: string[], lines: string[][]) =>
  [head, head.map((_, n) => (n ? '---:' : '---')), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const git = (...words: string[]) => execFileSync('git', words, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()

/** The measured commit, and whether the working tree has changes besides other results in this file. */
function measuredOn(): string {
  const changed = git('status', '--porcelain', '--', ':/', ':(exclude,top)bench/README.md') !== ''
  return `Measured on commit \`${git('rev-parse', '--short=10', 'HEAD')}\`${changed ? ' with uncommitted changes' : ''}, ${new Date().toISOString().slice(0, 10)}.`
}

/** Replaces the results of one part in the README with their commit; the prose around them is written by hand. */
export function writeFigures(part: string, figures: string): void {
  const text = readFileSync(README, 'utf8')
  const [begin, end] = [`<!-- figures:${part} -->`, `<!-- /figures:${part} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md has no place for the figures of ${part}`)
  writeFileSync(README, `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${measuredOn()}\n\n${text.slice(to)}`)
}
