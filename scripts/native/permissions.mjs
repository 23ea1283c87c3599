import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'plist'
import { ANDROID, APP, elementsOf, filesIn, IOS, nativePackages, parseXml, readJson, readText } from './files.mjs'

/** Why the app has each permission, and which ones the Maven libraries bring, whose manifests are not on this machine. */
export const readReasons = () => readJson(APP, 'native-texts', 'permissions.json')

/** The permissions of one manifest or `plugin.xml`, each with its merge rule. @param {string} xml */
export const permissionsIn = (xml) =>
  ['uses-permission', 'uses-permission-sdk-23']
    .flatMap((tag) => elementsOf(parseXml(xml), tag))
    .map((element) => ({ name: element.getAttribute('android:name') ?? '', isRemoved: element.getAttribute('tools:node') === 'remove' }))

/** As the manifest merger unites them: what the app removes is in no other manifest. */
export function unite(app, others) {
  const removed = app.filter(({ isRemoved }) => isRemoved).map(({ name }) => name)
  const kept = [...app, ...others].filter(({ name, isRemoved }) => !isRemoved && !removed.includes(name)).map(({ name }) => name)
  return { kept: [...new Set(kept)].sort(), removed: removed.sort() }
}

/** Manifests of plugins and of Capacitor, and `plugin.xml` of a Cordova plugin. */
const manifestsOf = (folder) =>
  [
    join(folder, 'plugin.xml'),
    ...(existsSync(join(folder, 'android')) ? filesIn(join(folder, 'android')) : []),
    ...(folder.endsWith('android') ? filesIn(folder) : []),
  ].filter(
    (file) => existsSync(file) && /(^plugin|AndroidManifest)\.xml$/.test(basename(file)) && !/[\\/](test|androidTest)[\\/]/.test(file),
  )

/** @returns {{ kept: string[], removed: string[], manifests: string[] }} */
export function androidPermissions({ androidLibraries } = readReasons()) {
  const manifests = nativePackages('android').flatMap(manifestsOf)
  const plugins = manifests.flatMap((file) => permissionsIn(readText(file)))
  const libraries = Object.values(androidLibraries).flatMap((names) => names.map((name) => ({ name, isRemoved: false })))
  const app = permissionsIn(readText(ANDROID, 'src', 'main', 'AndroidManifest.xml'))
  return { ...unite(app, [...plugins, ...libraries]), manifests }
}

/** Access to APIs and collected data that a privacy manifest declares. */
const privacyOf = (manifest) => [
  ...(manifest.NSPrivacyAccessedAPITypes ?? []).flatMap((api) =>
    api.NSPrivacyAccessedAPITypeReasons.map((reason) => `${api.NSPrivacyAccessedAPIType} ${reason}`),
  ),
  ...(manifest.NSPrivacyCollectedDataTypes ?? []).map((data) => data.NSPrivacyCollectedDataType),
]

export const readPlist = (...path) => parse(readText(...path))

/** @returns {{ kept: string[], manifests: string[] }} */
export function iosPermissions() {
  const own = join(IOS, 'App')
  const texts = Object.keys(readPlist(own, 'Info.plist')).filter((key) => /^NS\w+UsageDescription$/.test(key))
  const entitlements = Object.keys(readPlist(own, 'App.entitlements'))
  const manifests = nativePackages('ios')
    .flatMap(filesIn)
    .filter((file) => file.endsWith('.xcprivacy'))
  const privacy = [join(own, 'PrivacyInfo.xcprivacy'), ...manifests].flatMap((file) => privacyOf(readPlist(dirname(file), basename(file))))
  return { kept: [...new Set([...texts, ...entitlements, ...privacy])].sort(), manifests }
}

const isSentence = (text) => typeof text === 'string' && /^\S+( \S+){3,}\.$/.test(text)

/**
 * What is wrong between the declared permissions and the reasons.
 * @param {readonly string[]} declared
 * @param {Record<string, string>} reasons
 */
export function unexplained(declared, reasons) {
  return [
    ...declared.filter((name) => !(name in reasons)).map((name) => `${name} has no reason`),
    ...Object.keys(reasons)
      .filter((name) => !declared.includes(name))
      .map((name) => `${name} is explained, but no longer there`),
    ...Object.entries(reasons)
      .filter(([, reason]) => !isSentence(reason))
      .map(([name]) => `the reason of ${name} is no sentence`),
  ]
}
