// Nobody imports across a wall; and each rule is proved to fire on the bad imports of scripts/canary, because a rule that
// checks nothing looks just like a rule that is kept.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const CONFIG = '.dependency-cruiser.cjs'

function violationsIn(...folders) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--config', CONFIG, '--output-type', 'json', ...folders],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  try {
    return JSON.parse(stdout).summary
  } catch {
    throw new Error(`dependency-cruiser said nothing readable: ${stderr}`)
  }
}

const real = violationsIn('apps', 'packages')
for (const { rule, from, to } of real.violations) console.error(`${rule.name}: ${from} → ${to}`)
if (real.totalCruised < 100) console.error(`only ${real.totalCruised} files were read`)

const rules = createRequire(import.meta.url)(`../${CONFIG}`).forbidden.map(({ name }) => name)
const fired = new Set(violationsIn('scripts/canary').violations.map(({ rule }) => rule.name))
const silent = rules.filter((name) => !fired.has(name))
for (const name of silent) console.error(`the canary does not make "${name}" fire`)

if (real.violations.length > 0 || real.totalCruised < 100 || silent.length > 0) process.exit(1)
console.log(`Walls: ${real.totalCruised} files, ${rules.length} rules, each seen to fire`)
