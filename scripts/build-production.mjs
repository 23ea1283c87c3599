// The production artefact: one folder with the server bundled, the app, the migrations, the operator's commands, third-party notices and a
// bill of materials. What cannot be bundled (native code) is in its package.json, for `npm ci --omit=dev`. See docs/OPERATIONS.md.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const OUT = resolve(process.argv[2] ?? 'dist/reflet')
const SERVER = 'apps/server/src'
/** Native code, and what production never loads: the embedded database and the inbox of development. */
const NATIVE = ['sharp']
const NEVER = ['@electric-sql/pglite', 'maildev', 'pg-native']

const read = (path) => readFileSync(path, 'utf8')
const json = (path) => JSON.parse(read(path))

/** The package that a module of the bundle belongs to. */
function packageOf(id) {
  const [, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? []
  return (
    name && { name, folder: id.slice(0, id.replaceAll('\\', '/').lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length) }
  )
}

async function bundle() {
  const build = await rolldown({
    input: { server: `${SERVER}/main.production.mjs`, operator: `${SERVER}/operator.production.mjs` },
    platform: 'node',
    external: (id) => [...NATIVE, ...NEVER].some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [
      {
        name: 'places-of-production',
        resolveId(id, importer) {
          if (!/(^|\/)places\.ts$/.test(id) || importer === undefined) return null
          return resolve(SERVER, 'places.production.ts')
        },
      },
    ],
    logLevel: 'silent',
  })
  const { output } = await build.write({
    dir: OUT,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    minify: false,
  })
  await build.close()
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
}

/** Licences of what is bundled: their texts, once each package. */
function notices(moduleIds) {
  const packages = new Map()
  for (const id of moduleIds) {
    const found = packageOf(id)
    if (found && existsSync(join(found.folder, 'package.json'))) packages.set(found.name, found.folder)
  }
  for (const folder of globSync(
    'node_modules/{react,react-dom,i18next,react-i18next,zod,@ionic/core,@ionic/react,ionicons,@tanstack/react-query}',
  ))
    packages.set(relative('node_modules', folder), folder)
  return [...packages]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, folder]) => {
      const { version, license } = json(join(folder, 'package.json'))
      const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
      return `${name} ${version} (${license ?? 'see text'})\n\n${file ? read(join(folder, file)).trim() : 'No licence file in the package.'}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
if (!existsSync('apps/app/dist/index.html')) throw new Error('Build the app first: npx vite build apps/app')
const modules = await bundle()
cpSync('apps/app/dist', join(OUT, 'app'), { recursive: true })
cpSync(`${SERVER}/db/migrations`, join(OUT, 'migrations'), { recursive: true })
mkdirSync(join(OUT, 'legal'))
for (const file of globSync(`${SERVER}/features/legal/*.md`)) cpSync(file, join(OUT, 'legal', file.replaceAll('\\', '/').split('/').at(-1)))
writeFileSync(join(OUT, 'THIRD-PARTY-NOTICES.txt'), notices(modules))
const { version, license } = json('package.json')
const server = json('apps/server/package.json')
const dependencies = Object.fromEntries(NATIVE.map((name) => [name, server.dependencies[name]]))
writeFileSync(
  join(OUT, 'package.json'),
  `${JSON.stringify({ name: 'reflet', version, private: true, license, type: 'module', engines: { node: '>=24' }, dependencies }, null, 2)}\n`,
)
writeFileSync(join(OUT, 'reflet'), '#!/bin/sh\nexec node "$(dirname "$0")/operator.mjs" "$@"\n')
chmodSync(join(OUT, 'reflet'), 0o755)
const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 })
npm(['install', '--package-lock-only', '--no-audit', '--no-fund', '--omit=dev'], OUT)
writeFileSync(join(OUT, 'sbom.json'), npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--workspace=apps/server'], process.cwd()))
console.log(`${OUT}: ${modules.length} modules`)
