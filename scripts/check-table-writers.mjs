// A feature writes its own tables. Every foreign writer is listed in table-writers.mjs with its reason, and a listed writer that no
// longer writes is an error. scripts/canary has one forbidden write of each form: a form that the patterns miss would pass unnoticed.
import { globSync, readFileSync } from 'node:fs'
import { GENERIC_WRITERS, TABLE_WRITERS } from './table-writers.mjs'

const SOURCE = 'apps/server/src'
const CANARY = `scripts/canary/${SOURCE}`

const read = (file) => readFileSync(file, 'utf8')

/** The tables by their names in TypeScript, and all names in SQL. */
const inTypeScript = new Map(
  globSync(`${SOURCE}/db/schema/*.ts`).flatMap((file) =>
    [...read(file).matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].map(([, name, table]) => [name, table]),
  ),
)
const tables = new Set(inTypeScript.values())

/** Forms of a write; the first group is the table, or the beginning of an interpolation. */
const FORMS = {
  'insert into': /\binsert\s+into\s+(\w+|\$\{)/gi,
  update: /\bupdate\s+(?:only\s+)?(\w+|\$\{\w+\})(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  'delete from': /\bdelete\s+from\s+(?:only\s+)?(\w+|\$\{)/gi,
  'merge into': /\bmerge\s+into\s+(\w+|\$\{)/gi,
  truncate: /\btruncate\s+(?:table\s+)?(\w+|\$\{)/gi,
  '.insert()': /\.insert\(\s*(\w+)\s*,?\s*\)/g,
  '.update()': /\.update\(\s*(\w+)\s*,?\s*\)/g,
  '.delete()': /\.delete\(\s*(\w+)\s*,?\s*\)/g,
}

/** Who writes: a feature, or `platform`. */
const writerOf = (path) => /^features\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[0]

/** Every write in a folder's features and platform. A call of `.delete()` and the like on what is no table is none. */
function writesIn(folder) {
  const files = globSync(`${folder}/{features,platform}/**/*.ts`).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) => {
    const path = file.replaceAll('\\', '/').slice(folder.length + 1)
    return Object.entries(FORMS).flatMap(([form, pattern]) =>
      [...read(file).matchAll(pattern)].flatMap(([, name]) => {
        const table = form.startsWith('.') ? inTypeScript.get(name) : name
        return table ? [{ path, form, table, writer: writerOf(path) }] : []
      }),
    )
  })
}

function problemOf({ path, form, table, writer }) {
  if (table.startsWith('$')) return GENERIC_WRITERS[path] ? null : `${path}: "${form} ${table}" names no table`
  if (!tables.has(table)) return `${path}: "${form} ${table}": there is no such table in db/schema`
  const listed = TABLE_WRITERS[table]
  if (listed?.owner === writer || listed?.others?.[writer]) return null
  return `${path}: ${writer} writes ${table}, which belongs to ${listed?.owner ?? 'no feature'}: let its owner write it, or list the reason in scripts/table-writers.mjs`
}

const writes = writesIn(SOURCE)
const problems = writes.map(problemOf).filter((problem) => problem !== null)
if (tables.size < 40 || writes.length < 100) problems.push(`only ${tables.size} tables and ${writes.length} writes were found`)

for (const [table, { owner, others = {} }] of Object.entries(TABLE_WRITERS)) {
  if (!tables.has(table)) problems.push(`scripts/table-writers.mjs: there is no table ${table}`)
  for (const writer of [owner, ...Object.keys(others)])
    if (!writes.some((write) => write.table === table && write.writer === writer))
      problems.push(`scripts/table-writers.mjs: ${writer} no longer writes ${table}`)
}
for (const path of Object.keys(GENERIC_WRITERS))
  if (!writes.some((write) => write.path === path && write.table.startsWith('$')))
    problems.push(`scripts/table-writers.mjs: ${path} no longer writes a table by a variable`)

const canary = writesIn(CANARY).filter((write) => problemOf(write) !== null)
for (const form of Object.keys(FORMS))
  if (!canary.some((write) => write.form === form)) problems.push(`no forbidden write of scripts/canary is reported as "${form}"`)
if (!canary.some(({ table }) => table.startsWith('$'))) problems.push('the write without a table name of scripts/canary is not reported')

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`Table writers: ${writes.length} writes to ${Object.keys(TABLE_WRITERS).length} tables, each form seen to report`)
