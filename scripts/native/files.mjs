import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom'

export const ROOT = join(import.meta.dirname, '..', '..')
export const APP = join(ROOT, 'apps', 'app')
export const ANDROID = join(APP, 'android', 'app')
export const RES = join(ANDROID, 'src', 'main', 'res')
export const IOS = join(APP, 'ios', 'App')

export const LOCALES = ['ar', 'de', 'en', 'es', 'fr']

/** What `cap sync` makes: it is not in the repository. */
export const GENERATED = ['public', 'capacitor.config.json', 'capacitor.plugins.json', 'config.xml']

export const readText = (...path) => readFileSync(join(...path), 'utf8')
export const readJson = (...path) => JSON.parse(readText(...path))

export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

/** @throws ParseError where it is not well-formed */
export const parseXml = (text) => new DOMParser({ onError: onErrorStopParsing }).parseFromString(text.trim(), 'text/xml')

export const elementsOf = (node, name) => Array.from(node.getElementsByTagName(name))

/** Width and height of a PNG, and whether it may be transparent. @param {Buffer} png */
export function pngOf(png) {
  if (png.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is no PNG.')
  const type = png[25]
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), hasAlpha: type === 4 || type === 6 || png.includes('tRNS') }
}

/** The app's dependencies with native code, and the system's own package. @param {'android' | 'ios'} system */
export function nativePackages(system) {
  const { dependencies } = readJson(APP, 'package.json')
  const folders = Object.keys(dependencies).map((name) => join(ROOT, 'node_modules', name))
  return folders.filter(
    (folder) => existsSync(join(folder, 'plugin.xml')) || existsSync(join(folder, system)) || folder.endsWith(`@capacitor/${system}`),
  )
}
