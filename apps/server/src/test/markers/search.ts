import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { createLog } from '../../platform/log.ts'
import type { TestApp } from '../build-test-app.ts'

/** Markers by kind. Bytes are searched for as they are and as hexadecimal digits. */
export type Markers = Record<string, string | Buffer>

const asText = (marker: string | Buffer) => (typeof marker === 'string' ? [marker.toLowerCase()] : [marker.toString('hex')])

/** In which tables the markers are, in any column: `{what: [tables]}`. */
export async function inTables(app: TestApp, markers: Markers): Promise<Record<string, string[]>> {
  const tables = await rows(
    app.database.db,
    { name: t.text },
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(80)
  // Bytes are printed as hexadecimal digits; a text may be inside bytes, too.
  const needles = Object.entries(markers).map(([what, marker]) => [what, [...asText(marker), Buffer.from(marker).toString('hex')]] as const)
  const any = needles.flatMap(([, forms]) => forms.map((form) => form.replace(/[^\w-]/g, '\\$&'))).join('|')
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const hits = await rows(
      app.database.db,
      { line: t.text },
      sql`select lower(t::text) as line from ${sql.raw(name)} t where lower(t::text) ~ ${any}`,
    )
    for (const [what, forms] of needles) {
      if (hits.some(({ line }) => forms.some((form) => line.includes(form)))) found[what] = [...(found[what] ?? []), name]
    }
  }
  return found
}

/** In which files below the directory the markers are, at any byte: `{what: [files]}`. */
export function inFiles(folder: string, markers: Markers): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const text = bytes.toString('latin1').toLowerCase()
    for (const [what, marker] of Object.entries(markers)) {
      const hit = typeof marker === 'string' ? text.includes(marker.toLowerCase()) : bytes.includes(marker)
      if (hit) found[what] = [...(found[what] ?? []), path.slice(folder.length)]
    }
  }
  return found
}

/** A log that keeps every line. */
export function listen() {
  const lines: string[] = []
  return { log: createLog('trace', { write: (line) => lines.push(line) }), lines }
}

export function inLog(lines: readonly string[], markers: Markers): Record<string, string[]> {
  const text = lines.join('\n').toLowerCase()
  return Object.fromEntries(
    Object.entries(markers).flatMap(([what, marker]) => (asText(marker).some((needle) => text.includes(needle)) ? [[what, ['log']]] : [])),
  )
}
