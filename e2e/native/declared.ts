import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The operating system of a phone. */
export type System = 'android' | 'ios'

/** What the native side tells the page about a plugin: its name and its methods. */
export interface PluginHeader {
  readonly name: string
  readonly methods: readonly { readonly name: string; readonly rtype?: 'promise' | 'callback' }[]
}

/** Methods that every plugin inherits from Capacitor. */
const INHERITED: readonly (readonly [string, string])[] = [
  ['addListener', 'callback'],
  ['removeListener', ''],
  ['removeAllListeners', 'promise'],
  ['checkPermissions', 'promise'],
  ['requestPermissions', 'promise'],
]

/** Plugins of Capacitor itself. */
const CORE = {
  android: '@capacitor/android/capacitor/src/main/java/com/getcapacitor/plugin',
  ios: '@capacitor/ios/Capacitor/Capacitor/Plugins',
}

/** Plugins of the app itself; they take the place of one with the same name. */
const APP = { android: 'apps/app/android/app/src/main/java', ios: 'apps/app/ios/App/App' }

const MODULES = 'node_modules'

function sourcesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(java|kt|swift|m)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](Tests|test|androidTest|build)[\\/]/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
}

const typeOf = (word: string) => (/none/i.test(word) ? '' : /callback/i.test(word) ? 'callback' : 'promise')

/** `@CapacitorPlugin(name = "X")` and the methods with `@PluginMethod`. */
function inJava(source: string): PluginHeader | null {
  const annotated = /@CapacitorPlugin\s*(?:\(([\s\S]*?)\))?\s*(?:public\s+)?class\s+(\w+)/.exec(source)
  if (!annotated) return null
  const name = /name\s*=\s*"([^"]+)"/.exec(annotated[1] ?? '')?.[1] ?? annotated[2] ?? ''
  const methods = new Map(INHERITED)
  const declared =
    /@PluginMethod(?:\s*\(\s*(?:returnType\s*=\s*)?(?:PluginMethod\.)?(RETURN_\w+|"\w+")?\s*\))?\s+(?:@\w+(?:\([^)]*\))?\s+)*(?:public\s+void|(?:override\s+)?fun)\s+(\w+)/g
  for (const [, type = '', method = ''] of source.matchAll(declared)) methods.set(method, typeOf(type))
  return headerOf(name, methods)
}

/** The macros of Objective-C: `CAP_PLUGIN(Class, "X", CAP_PLUGIN_METHOD(method, type); …)`. */
function inObjectiveC(source: string): PluginHeader | null {
  const name = /CAP_PLUGIN\(\s*\w+\s*,\s*"([^"]+)"/.exec(source)?.[1]
  if (!name) return null
  const methods = new Map(INHERITED)
  for (const [, method = '', type = ''] of source.matchAll(/CAP_PLUGIN_METHOD\((\w+),\s*CAPPluginReturn(\w+)\)/g))
    methods.set(method, typeOf(type))
  return headerOf(name, methods)
}

/** `jsName` and the `pluginMethods` of a `CAPBridgedPlugin`. */
function inSwift(source: string): PluginHeader | null {
  const name = /jsName\s*(?::\s*String)?\s*=\s*"([^"]+)"/.exec(source)?.[1]
  if (!name) return inObjectiveC(source)
  const methods = new Map(INHERITED)
  const declared =
    /(?:CAPPluginMethod|\.init)\((?:(?:selector:\s*)?#selector\((\w+)[^)]*\)|name:\s*"(\w+)")(?:\s*,\s*returnType:\s*(?:CAPPluginReturn)?\.?(\w+))?/g
  for (const [, selector, quoted, type = ''] of source.matchAll(declared)) methods.set(selector ?? quoted ?? '', typeOf(type))
  return headerOf(name, methods)
}

function headerOf(name: string, methods: ReadonlyMap<string, string>): PluginHeader {
  return {
    name,
    methods: [...methods].map(([method, type]) => (type ? { name: method, rtype: type as 'promise' | 'callback' } : { name: method })),
  }
}

/** The packages that `cap sync` found: the app's dependencies with native code. */
export function nativePackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync('apps/app/package.json', 'utf8')) as { dependencies: Record<string, string> }
  return Object.keys(dependencies).filter((name) => {
    const file = join(MODULES, name, 'package.json')
    return existsSync(file) && 'capacitor' in (JSON.parse(readFileSync(file, 'utf8')) as object)
  })
}

/**
 * The headers that the native side of this system hands to the page, read from the Java, Kotlin and Swift sources that are compiled into the
 * app: a call of a method that is not declared there fails as it fails on a phone.
 */
export function declaredPlugins(system: System): PluginHeader[] {
  const own = nativePackages().flatMap((name) => sourcesIn(join(MODULES, name, system === 'android' ? 'android/src/main' : 'ios')))
  const core = sourcesIn(join(MODULES, CORE[system]))
  const parse = system === 'android' ? inJava : inSwift
  const declared = [...core, ...own, ...sourcesIn(APP[system])].flatMap((source) => parse(source) ?? [])
  // Of two with the same name the last one answers.
  return [...new Map(declared.map((header) => [header.name, header])).values()]
}
