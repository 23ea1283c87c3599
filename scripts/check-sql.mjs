// SQL of the server is wrapped at 120 columns and has one alias per table (decision 0018): Biome reads no templates.
import { globSync, readFileSync } from 'node:fs'
import { wrongAliases } from './sql-aliases.mjs'
import { longLines } from './sql-text.mjs'

const FILES = 'apps/server/src/{db,features,platform}/**/*.ts'

const files = globSync(FILES)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts'))

function problemsOf(file) {
  const source = readFileSync(file, 'utf8')
  return [
    ...longLines(source).map((line) => `${file}:${line}: SQL is longer than 120 columns`),
    ...wrongAliases(source).map((alias) => `${file}: "${alias}" is not the alias of this table`),
  ]
}

const problems = files.flatMap(problemsOf)

const LONG = `sql\`select \${sql\`a\`}, ${'column, '.repeat(20)}\n  from table\``
if (longLines(LONG).join() !== '1') problems.push('a long line of SQL is not reported')
if (longLines(`call('${'x'.repeat(130)}')\n// sql\`${'x'.repeat(130)}`).length > 0) problems.push('a long line of TypeScript is reported')
if (wrongAliases('from users x join users u on true join users requester on true').join() !== 'users x')
  problems.push('a wrong alias is not reported')
if (files.length < 100) problems.push(`only ${files.length} files were read`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`SQL: ${files.length} files`)
