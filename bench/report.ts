import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, 'README.md')

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const verdict = (met: boolean, target: string) => `${target} ${met ? '✓' : '✗ **missed**'}`

export const table = (head: string[], lines: string[][]) =>
  [head, head.map((_, n) => (n ? '---:' : '---')), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Replaces the figures of one part in the README; the prose around them is written by hand. */
export function writeFigures(part: string, figures: string): void {
  const text = readFileSync(README, 'utf8')
  const [begin, end] = [`<!-- figures:${part} -->`, `<!-- /figures:${part} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`README.md has no place for the figures of ${part}`)
  writeFileSync(README, `${text.slice(0, from + begin.length)}\n\n${figures}\n\n${text.slice(to)}`)
}
