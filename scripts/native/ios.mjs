import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import xcode from 'xcode'
import { elementsOf, filesIn, GENERATED, parseXml, pngOf, readJson, readText } from './files.mjs'

const objectsOf = (project, isa) => Object.entries(project[isa] ?? {}).filter(([key]) => !key.endsWith('_comment'))
const unquoted = (text) => String(text ?? '').replace(/^"(.*)"$/, '$1')

/** The objects of a project.pbxproj by their kind. @param {string} file @throws Error where it cannot be read */
export const readProject = (file) => xcode.project(file).parseSync().hash.project.objects

/** Each file of the project with its place on disk. @param {string} folder that of the `.xcodeproj` */
export function referencesOf(objects, folder) {
  const files = new Map(objectsOf(objects, 'PBXFileReference'))
  const groups = new Map([...objectsOf(objects, 'PBXGroup'), ...objectsOf(objects, 'PBXVariantGroup')])
  const found = []
  const walk = (id, place) => {
    const entry = files.get(id) ?? groups.get(id)
    if (!entry) return found.push({ id, path: `${id} (unknown)` })
    const base = unquoted(entry.sourceTree) === 'SOURCE_ROOT' ? folder : place
    const path = entry.path ? join(base, unquoted(entry.path)) : base
    if (files.has(id)) found.push({ id, path })
    for (const { value } of entry.children ?? []) walk(value, path)
  }
  for (const [, { mainGroup }] of objectsOf(objects, 'PBXProject')) walk(mainGroup, folder)
  const built = objectsOf(objects, 'PBXNativeTarget').map(([, { productReference }]) => productReference)
  return {
    files: found.filter(({ id }) => !built.includes(id)),
    unplaced: [...files.keys()].filter((id) => !found.some((one) => one.id === id)),
  }
}

/** What the build phases take: the name of each file, by phase. */
export function phasesOf(objects) {
  const build = new Map(objectsOf(objects, 'PBXBuildFile'))
  const names = (isa) =>
    objectsOf(objects, isa).flatMap(([, { files }]) =>
      files.map(({ value }) => unquoted(build.get(value)?.fileRef_comment ?? `${value} (unknown)`)),
    )
  return { sources: names('PBXSourcesBuildPhase'), resources: names('PBXResourcesBuildPhase') }
}

export const settingsOf = (objects) =>
  objectsOf(objects, 'XCBuildConfiguration').map(([, { name, buildSettings, baseConfigurationReference_comment }]) => ({
    name: unquoted(name),
    base: baseConfigurationReference_comment,
    settings: Object.fromEntries(
      Object.entries(buildSettings).map(([key, value]) => [key, Array.isArray(value) ? value : unquoted(value)]),
    ),
  }))

export const regionsOf = (objects) => objectsOf(objects, 'PBXProject').flatMap(([, project]) => project.knownRegions.map(unquoted))

/** Kinds of files that a build phase has to take, and the phase. */
const PHASE = {
  '.swift': 'sources',
  '.storyboard': 'resources',
  '.xcassets': 'resources',
  '.xcstrings': 'resources',
  '.xcprivacy': 'resources',
}

/**
 * What is wrong between the project's file and the disk.
 * @param {string} folder that of the `.xcodeproj`
 * @param {readonly string[]} onDisk
 */
export function projectProblems(objects, folder, onDisk) {
  const { files, unplaced } = referencesOf(objects, folder)
  const phases = phasesOf(objects)
  const isGenerated = (path) => GENERATED.includes(basename(path))
  const assets = (path) => path.replace(/(\.xcassets)[\\/].*/, '$1')
  const known = new Set(files.map(({ path }) => path))
  return [
    ...unplaced.map((id) => `${id} is in no group`),
    ...files.filter(({ path }) => !isGenerated(path) && !existsSync(path)).map(({ path }) => `${path} is missing`),
    ...[...new Set(onDisk.map(assets))]
      .filter((path) => !known.has(path) && !GENERATED.some((name) => path.split(/[\\/]/).includes(name)))
      .map((path) => `${path} is not in the project`),
    ...Object.entries(PHASE).flatMap(([suffix, phase]) =>
      files
        .filter(({ path }) => path.endsWith(suffix) && !phases[phase].includes(basename(path)))
        .map(({ path }) => `${path} is in no build phase`),
    ),
    ...Object.values(phases)
      .flat()
      .filter((name) => name.endsWith('(unknown)')),
  ]
}

/** The settings of an `.xcconfig`, without those that it includes. @param {string} text */
export const xcconfigOf = (text) =>
  Object.fromEntries([...text.matchAll(/^\s*(\w+)\s*=\s*(.*?)\s*$/gm)].map(([, name, value]) => [name, value]))

/** The texts of a string catalog by language. */
export function catalogTexts(catalog, languages) {
  const of = (language) =>
    Object.entries(catalog.strings).map(([key, entry]) => [key, entry.localizations?.[language]?.stringUnit?.value ?? ''])
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(of(language))]))
}

/**
 * Images of an asset catalog whose file is missing, unused, transparent where it may not be, or of another size.
 * @param {string} catalog
 */
export function assetProblems(catalog, points = {}) {
  const problems = []
  for (const list of filesIn(catalog).filter((file) => basename(file) === 'Contents.json')) {
    const folder = dirname(list)
    const images = readJson(list).images ?? []
    const used = images.map(({ filename }) => filename)
    for (const file of filesIn(folder).filter((one) => dirname(one) === folder && one.endsWith('.png') && !used.includes(basename(one))))
      problems.push(`${file} is unused`)
    for (const { filename, size, scale = '1x' } of images) {
      const file = join(folder, filename ?? '')
      if (!filename || !existsSync(file)) {
        problems.push(`${file} is missing`)
        continue
      }
      const side = Number.parseFloat(size ?? points[basename(folder)] ?? '') * Number.parseFloat(scale)
      const { width, height, hasAlpha } = pngOf(readFileSync(file))
      if (width !== side || height !== side) problems.push(`${file} is ${width}×${height}, not ${side}`)
      if (size && hasAlpha) problems.push(`${file} is transparent`)
    }
  }
  return problems
}

/** Images and colours that a storyboard names, and the catalog lacks. @param {string} storyboard @param {string} catalog */
export function missingAssets(storyboard, catalog) {
  const root = parseXml(readText(storyboard))
  const wanted = [
    ...elementsOf(root, 'imageView').map((element) => `${element.getAttribute('image')}.imageset`),
    ...elementsOf(root, 'color').flatMap((element) => (element.getAttribute('name') ? [`${element.getAttribute('name')}.colorset`] : [])),
  ]
  return wanted.filter((name) => !existsSync(join(catalog, name, 'Contents.json')))
}
