// The style sheets of the app follow scripts/style-rules.mjs. Each rule must report the files of scripts/canary/styles: a rule whose
// pattern matches nothing would otherwise pass unnoticed.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { GLOBAL_SHEETS, RULES, styleProblems } from './style-rules.mjs'

function filesIn(root, pattern) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && pattern.test(entry.name))
  return entries.map((entry) => {
    const file = join(entry.parentPath, entry.name)
    return { path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }
  })
}

const problemsIn = (root) =>
  styleProblems({
    sheets: filesIn(root, /\.css$/).map(({ path, text }) => ({ path, css: text })),
    sources: filesIn(root, /\.tsx?$/).map(({ path, text }) => ({ path, code: text })),
    journeys: filesIn('e2e', /\.ts$/)
      .map(({ text }) => text)
      .join('\n'),
  })

const APP = 'apps/app/src'
const problems = problemsIn(APP).map(({ rule, path, what }) => `${path} ${RULES[rule]}: ${what}`)
const sheets = filesIn(APP, /\.css$/)
for (const path of Object.keys(GLOBAL_SHEETS)) if (!sheets.some((sheet) => sheet.path === path)) problems.push(`${path} does not exist`)

const reported = new Set(problemsIn('scripts/canary/styles').map(({ rule }) => rule))
for (const rule of Object.keys(RULES)) if (!reported.has(rule)) problems.push(`nothing of scripts/canary/styles is reported by "${rule}"`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`Styles: ${sheets.length} sheets, ${Object.keys(RULES).length} rules, each seen to report`)
