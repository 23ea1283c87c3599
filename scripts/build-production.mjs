// The production artefact: one folder with the server bundled, the app, the migrations, the operator's commands, third-party notices and a
// bill of materials. What cannot be bundled (native code) is in its package.json, for `npm ci --omit=dev`. See docs/OPERATIONS.md.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const OUT = resolve(process.argv[2] ?? 'dist/reflet')
const SERVER = 'apps/server/src'
/** Native code, and what production never loads: the embedded database and the inbox of development. */
const NATIVE = ['sharp', '@resvg/resvg-js']
const NEVER = ['@electric-sql/pglite', 'maildev', 'pg-native']

const read = (path) => readFileSync(path, 'utf8')
const json = (path) => JSON.parse(read(path))

const npm = (args, cwd) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 })

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

/** What the server's bundle holds of packages, as Vite lists those of the app: {name, version, identifier, text}. */
function licencesOf(moduleIds) {
  const folders = new Map()
  for (const id of moduleIds) {
    const found = packageOf(id)
    if (found && existsSync(join(found.folder, 'package.json'))) folders.set(found.folder, found.name)
  }
  return [...folders.keys()].map((folder) => {
    const { name, version, license } = json(join(folder, 'package.json'))
    const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one))
    return { name, version, identifier: license, text: file && read(join(folder, file)).trim() }
  })
}

/** Licences of what is bundled: their texts, once each package. */
const notices = (packages) =>
  packages
    .map(
      ({ name, version, identifier, text }) =>
        `${name} ${version} (${identifier ?? 'see text'})\n\n${text ?? 'No licence file in the package.'}\n`,
    )
    .join(`\n${'-'.repeat(80)}\n\n`)

/** Of npm's bill of materials of the repository, what the artefact holds: bundled, or installed with it. */
function billOf(packages) {
  const workspaces = ['apps/server', 'apps/app', 'packages/contract'].map((folder) => `--workspace=${folder}`)
  const all = JSON.parse(npm(['sbom', '--sbom-format=cyclonedx', ...workspaces], process.cwd()))
  const installed = Object.entries(json(join(OUT, 'package-lock.json')).packages).flatMap(([path, { version }]) =>
    path === '' ? [] : [`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`],
  )
  const held = new Set([...packages.map(({ name, version }) => `${name}@${version}`), ...installed])
  const components = all.components.filter((one) => held.has(one['bom-ref'].split('|')[0]))
  const refs = new Set([all.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  // npm names the root by its folder.
  const metadata = { ...all.metadata, component: { ...all.metadata.component, name: 'reflet' } }
  return { ...all, metadata, components, dependencies }
}

rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
if (!existsSync('apps/app/dist/index.html')) throw new Error('Build the app first: npx vite build apps/app')
const modules = await bundle()
cpSync('apps/app/dist', join(OUT, 'app'), { recursive: true, filter: (path) => !path.endsWith('.vite') })
cpSync(`${SERVER}/db/migrations`, join(OUT, 'migrations'), { recursive: true })
mkdirSync(join(OUT, 'legal'))
for (const file of globSync(`${SERVER}/features/legal/*.md`)) cpSync(file, join(OUT, 'legal', file.replaceAll('\\', '/').split('/').at(-1)))
mkdirSync(join(OUT, 'fonts'))
for (const [family, licence] of [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-arabic', 'NotoSansArabic'],
]) {
  const folder = `node_modules/@expo-google-fonts/${family}`
  cpSync(join(folder, 'LICENSE_FONT'), join(OUT, 'fonts', `${licence}-LICENSE.txt`))
  for (const weight of ['400Regular', '700Bold'])
    cpSync(join(folder, weight, `${licence}_${weight}.ttf`), join(OUT, 'fonts', `${licence}_${weight}.ttf`))
}
cpSync('docs/OPERATIONS.md', join(OUT, 'OPERATIONS.md'))
mkdirSync(join(OUT, 'deploy'))
for (const file of globSync('deploy/*', { withFileTypes: true }))
  if (file.isFile()) cpSync(join('deploy', file.name), join(OUT, 'deploy', file.name))
const bundled = Object.values(
  Object.fromEntries(
    [...licencesOf(modules), ...json('apps/app/dist/.vite/licenses.json')].map((one) => [`${one.name}@${one.version}`, one]),
  ),
).sort((one, other) => one.name.localeCompare(other.name))
writeFileSync(join(OUT, 'THIRD-PARTY-NOTICES.txt'), notices(bundled))
const { version, license } = json('package.json')
const server = json('apps/server/package.json')
const dependencies = Object.fromEntries(NATIVE.map((name) => [name, server.dependencies[name]]))
writeFileSync(
  join(OUT, 'package.json'),
  `${JSON.stringify({ name: 'reflet', version, private: true, license, type: 'module', engines: { node: '>=24' }, dependencies }, null, 2)}\n`,
)
writeFileSync(join(OUT, 'reflet'), '#!/bin/sh\nexec node "$(dirname "$0")/operator.mjs" "$@"\n')
chmodSync(join(OUT, 'reflet'), 0o755)
npm(['install', '--package-lock-only', '--no-audit', '--no-fund', '--omit=dev'], OUT)
writeFileSync(join(OUT, 'sbom.json'), `${JSON.stringify(billOf(bundled), null, 2)}\n`)
console.log(`${OUT}: ${modules.length} modules of ${bundled.length} packages`)
