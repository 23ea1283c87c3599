// No import crosses a module boundary, and no two features import each other, directly or through others. Each rule must report
// the forbidden imports of scripts/canary: a rule whose pattern matches nothing would otherwise pass unnoticed.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { cyclesOf, featureGraph } from './feature-graph.mjs'

const CONFIG = '.dependency-cruiser.cjs'
const MODULES = { server: '^apps/server/src/features/([^/]+)/', app: '^apps/app/src/features/([^/]+)/' }

function cruise(...folders) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', CONFIG, '--output-type', 'json', ...folders],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`dependency-cruiser printed no JSON: ${stderr}`)
  }
}

const problems = []
const { summary, modules } = cruise('apps', 'packages')
for (const { rule, from, to } of summary.violations) problems.push(`${rule.name}: ${from} → ${to}`)
if (summary.totalCruised < 100) problems.push(`only ${summary.totalCruised} files were read`)
for (const [side, pattern] of Object.entries(MODULES))
  for (const cycle of cyclesOf(featureGraph(modules, new RegExp(pattern))))
    problems.push(`feature cycle in the ${side}: ${cycle.join(' → ')}`)

const rules = createRequire(import.meta.url)(`../${CONFIG}`).forbidden.map(({ name }) => name)
const canary = cruise('scripts/canary')
const reported = new Set(canary.summary.violations.map(({ rule }) => rule.name))
for (const name of rules) if (!reported.has(name)) problems.push(`no forbidden import of scripts/canary is reported by "${name}"`)
if (cyclesOf(featureGraph(canary.modules, /server\/src\/features\/([^/]+)\//)).length === 0)
  problems.push('the feature cycle of scripts/canary is not reported')

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`Boundaries: ${summary.totalCruised} files, ${rules.length + 1} rules, each seen to report`)
