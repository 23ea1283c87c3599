// Plain JavaScript for any Node ≥ 20: runs before anything is installed. Installs what the lock says when it changed,
// with the argument `app` builds the web app, with `native` what the native apps are made of, and with `database` the image that the first
// start on the embedded database copies, when the sources changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

const unlessStamped = (stamp, want, work) => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  work()
  writeFileSync(stamp, want)
}

unlessStamped('node_modules/.bootstrap', hashOf(['package-lock.json']), () => {
  console.log('Installing the packages of package-lock.json …')
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  // The scripts run on the Node that the lock brings, so the engines of the machine's own do not matter.
  execFileSync(command, [...first, 'ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
    shell: process.platform === 'win32' && !npm,
  })
})

/** Runs `work` when the sources of the app have changed, or what it makes is missing. */
const whenAppChanged = (stamp, made, work, setting = '') => {
  const sources = ['apps/app/src', 'apps/app/build', 'apps/app/worker', 'apps/app/public', 'packages/contract/src'].flatMap(filesIn)
  const single = ['apps/app/index.html', 'apps/app/vite.config.ts', 'apps/app/capacitor.config.json', 'package-lock.json']
  const want = hashOf([...sources, ...single]) + setting
  unlessStamped(stamp, existsSync(made) ? want : 'missing', work)
  writeFileSync(stamp, want)
}
/** With `NODE_ENV=test`, as the tests' runner sets it, Vite would take React's development build. */
const env = { ...process.env, NODE_ENV: 'production' }
const run = (script, args, cwd = root) =>
  execFileSync(node24(), [join(root, 'node_modules', script), ...args], { stdio: 'inherit', cwd, env })

if (process.argv.includes('app'))
  whenAppChanged('node_modules/.app-build', 'apps/app/dist/index.html', () => {
    console.log('Building the app …')
    run('vite/bin/vite.js', ['build', 'apps/app', '--logLevel', 'warn'])
  })

if (process.argv.includes('native'))
  whenAppChanged(
    'node_modules/.native-build',
    'apps/app/android/app/src/main/assets/public/index.html',
    () => {
      console.log('Building the native apps’ pages …')
      run('vite/bin/vite.js', ['build', 'apps/app', '--mode', 'native', '--logLevel', 'warn'])
      run('@capacitor/cli/bin/capacitor', ['sync'], join(root, 'apps/app'))
    },
    process.env.REFLET_SERVER,
  )

if (process.argv.includes('database'))
  unlessStamped(
    'node_modules/.database/stamp',
    hashOf(['migrations', 'pglite'].flatMap((name) => filesIn(`apps/server/src/db/${name}`))),
    () => {
      console.log('Making the empty database …')
      execFileSync(node24(), ['apps/server/src/make-image.mjs'], { stdio: 'inherit', env })
    },
  )

/** The Node that the lock brings, else (macOS) the machine's own. */
function node24() {
  const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(brought) ? brought : process.execPath
}
