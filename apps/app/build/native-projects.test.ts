import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  backupProblems,
  cleartextProblems,
  definedIn,
  linksOf,
  missingClasses,
  missingTexts,
  readGradle,
  textsOf,
  tooLong,
  undefinedIn,
  versionCodeOf,
} from '../../../scripts/native/android.mjs'
import {
  ANDROID,
  APP,
  elementsOf,
  filesIn,
  GENERATED,
  IOS,
  LOCALES,
  parseXml,
  pngOf,
  RES,
  ROOT,
  readJson,
  readText,
} from '../../../scripts/native/files.mjs'
import {
  assetProblems,
  catalogTexts,
  missingAssets,
  phasesOf,
  projectProblems,
  readProject,
  referencesOf,
  regionsOf,
  settingsOf,
  xcconfigOf,
} from '../../../scripts/native/ios.mjs'
import {
  androidPermissions,
  iosPermissions,
  permissionsIn,
  readPlist,
  readReasons,
  unexplained,
  unite,
} from '../../../scripts/native/permissions.mjs'

interface Store {
  readonly limits: Record<string, number>
  readonly texts: Record<string, Record<string, string>>
}

const ID = 'app.reflet'
const { version } = readJson<{ version: string }>(APP, 'package.json')
const manifest = readText(ANDROID, 'src', 'main', 'AndroidManifest.xml')
const java = join(ANDROID, 'src', 'main', 'java', ...ID.split('.'))
const resources = filesIn(RES).filter((file) => !GENERATED.includes(basename(file)))
const source = join(IOS, 'App')
const catalog = join(source, 'Assets.xcassets')
const project = readProject(join(IOS, 'App.xcodeproj', 'project.pbxproj'))
const info = readPlist(source, 'Info.plist')
const sorted = (list: readonly string[]) => [...list].sort()

describe('Android', () => {
  test('every XML file is well-formed', () => {
    for (const file of filesIn(join(ANDROID, 'src')).filter((one) => one.endsWith('.xml'))) parseXml(readText(file))
    expect(() => parseXml('<resources><string></resources>')).toThrow()
  })

  test('nothing leaves the device in a backup', () => {
    const rules = readText(RES, 'xml', 'data_extraction_rules.xml')
    expect(backupProblems(manifest, rules)).toEqual([])
    expect(backupProblems(manifest.replace('allowBackup="false"', 'allowBackup="true"'), rules)).toEqual(['allowBackup is not false'])
    expect(backupProblems(manifest, rules.replace('<exclude domain="database" />', ''))).toEqual(['cloud-backup does not exclude database'])
    expect(backupProblems(manifest, rules.replace('<exclude domain="file" />', '<include domain="file" />'))).toHaveLength(2)
  })

  test('nothing is called without TLS, except this machine in a debug build', () => {
    const config = readText(RES, 'xml', 'network_security_config.xml')
    const debug = readText(ANDROID, 'src', 'debug', 'res', 'xml', 'network_security_config.xml')
    const [application] = elementsOf(parseXml(manifest), 'application')
    expect(application?.getAttribute('android:usesCleartextTraffic')).toBe('false')
    expect(application?.getAttribute('android:networkSecurityConfig')).toBe('@xml/network_security_config')
    expect(cleartextProblems(config)).toEqual([])
    expect(cleartextProblems(debug, ['localhost', '127.0.0.1', '10.0.2.2'])).toEqual([])
    expect(cleartextProblems(debug)).toHaveLength(3)
    expect(cleartextProblems(config.replace('="false"', '="true"'))).toEqual(['cleartext is not forbidden'])
    expect(cleartextProblems(config.replace('src="system"', 'src="user"'))).toEqual(['other certificates are trusted'])
  })

  test('what the manifest, the resources and the code name exists', () => {
    const defined = definedIn(RES)
    const sources = [
      manifest,
      ...resources.filter((file) => file.endsWith('.xml')).map((file) => readText(file)),
      ...filesIn(java).map((file) => readText(file)),
    ]
    expect(sources.flatMap((text) => undefinedIn(text, defined))).toEqual([])
    expect(missingClasses(manifest, java)).toEqual([])
    expect(undefinedIn('<item>@color/none</item>', defined)).toEqual(['color/none'])
    expect(undefinedIn('getString(R.string.none)', defined)).toEqual(['string/none'])
    expect(missingClasses('<a xmlns:android="a"><activity android:name=".None"/></a>', java)).toEqual(['.None'])
  })

  test('every text is there in five languages', () => {
    const folderOf = (locale: string) => (locale === 'en' ? 'values' : `values-${locale}`)
    const texts = Object.fromEntries(LOCALES.map((locale) => [locale, textsOf(readText(RES, folderOf(locale), 'strings.xml')).translated]))
    expect(missingTexts(texts, 'en')).toEqual([])
    expect(missingTexts({ en: { a: 'A', b: 'B' }, fr: { a: '', c: 'C' } }, 'en')).toEqual([
      'fr has no a',
      'fr has no b',
      'fr has c, which en lacks',
    ])
    const offered = elementsOf(parseXml(readText(RES, 'xml', 'locales_config.xml')), 'locale').map(
      (one) => one.getAttribute('android:name') ?? '',
    )
    expect(sorted(offered)).toEqual(LOCALES)
  })

  test('the icons have the sizes of their densities', () => {
    const sides = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 }
    for (const [density, side] of Object.entries(sides))
      for (const name of ['ic_launcher.png', 'ic_launcher_round.png'])
        expect(pngOf(readFileSync(join(RES, `mipmap-${density}`, name))), density).toMatchObject({ width: side, height: side })
    expect(() => pngOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toThrow('no PNG')
  })

  test('the versions of libraries whose permissions are listed are those of the plugins', () => {
    const folder = join(ROOT, 'node_modules')
    const gradles = ['@capacitor/push-notifications', '@capawesome/capacitor-badge'].map((name) =>
      readText(folder, name, 'android', 'build.gradle'),
    )
    const declared = [...gradles, readText(APP, 'android', 'variables.gradle')].join('\n')
    const versions = Object.keys(readReasons().androidLibraries).map((library) => library.split(':').at(-1) ?? '')
    expect(versions.filter((one) => !declared.includes(`'${one}'`))).toEqual([])
  })
})

describe('iOS', () => {
  test('the project names every file, and each is in its build phase', () => {
    const files = filesIn(source)
    expect(projectProblems(project, IOS, files)).toEqual([])
    const broken = readProject(join(IOS, 'App.xcodeproj', 'project.pbxproj'))
    const phase = Object.values(broken.PBXResourcesBuildPhase ?? {})[0] as { files: { comment: string }[] }
    phase.files = phase.files.filter(({ comment }) => !comment.startsWith('PrivacyInfo'))
    expect(projectProblems(broken, IOS, files)).toEqual([`${join(source, 'PrivacyInfo.xcprivacy')} is in no build phase`])
    expect(projectProblems(project, IOS, [...files, join(source, 'New.swift')])).toEqual([
      `${join(source, 'New.swift')} is not in the project`,
    ])
    expect(projectProblems(project, join(IOS, 'elsewhere'), []).length).toBeGreaterThan(10)
  })

  test('the project can be read, with its settings', () => {
    expect(phasesOf(project).sources).toEqual(['AppDelegate.swift', 'SceneDelegate.swift'])
    const names = referencesOf(project, IOS).files.map(({ path }) => basename(path))
    expect(names).toEqual(expect.arrayContaining(['app.xcconfig', 'App.entitlements', 'public', 'capacitor.config.json']))
    const target = settingsOf(project).filter(({ settings }) => 'PRODUCT_BUNDLE_IDENTIFIER' in settings)
    expect(target.map(({ name, base }) => [name, base])).toEqual([
      ['Debug', 'debug.xcconfig'],
      ['Release', 'release.xcconfig'],
    ])
    expect(target.map(({ settings }) => settings.CODE_SIGN_ENTITLEMENTS)).toEqual(['App/App.entitlements', 'App/App.entitlements'])
    expect(existsSync(join(IOS, 'App/App.entitlements')) && existsSync(join(IOS, String(target[0]?.settings.INFOPLIST_FILE)))).toBe(true)
    expect(() => readProject(join(source, 'Info.plist'))).toThrow()
  })

  test('every text is there in five languages, and Info.plist has the English one', () => {
    const all = readJson<{ sourceLanguage: string; strings: Record<string, unknown> }>(source, 'InfoPlist.xcstrings')
    const texts = catalogTexts(all, LOCALES)
    expect(all.sourceLanguage).toBe('en')
    expect(missingTexts(texts, 'en')).toEqual([])
    expect(Object.fromEntries(Object.entries(info).filter(([key]) => key.endsWith('UsageDescription')))).toEqual(texts.en)
    expect(
      missingTexts(catalogTexts({ strings: { a: { localizations: { en: { stringUnit: { value: 'A' } } } } } }, ['en', 'ar']), 'en'),
    ).toEqual(['ar has no a'])
    expect(sorted(info.CFBundleLocalizations as string[])).toEqual(LOCALES)
    expect(sorted(regionsOf(project).filter((region) => region !== 'Base'))).toEqual(LOCALES)
    expect(info.CFBundleDevelopmentRegion).toBe('en')
  })

  test('Info.plist and the privacy manifest', () => {
    expect(info).not.toHaveProperty('NSAppTransportSecurity')
    expect(info).toMatchObject({ ITSAppUsesNonExemptEncryption: false, UIRequiredDeviceCapabilities: ['arm64'] })
    expect(readPlist(source, 'PrivacyInfo.xcprivacy')).toMatchObject({ NSPrivacyTracking: false, NSPrivacyTrackingDomains: [] })
    const push = ['debug', 'release'].map((name) => xcconfigOf(readText(IOS, '..', `${name}.xcconfig`)).APS_ENVIRONMENT)
    expect(push).toEqual(['development', 'production'])
  })

  test('the images have the sizes that their catalog says, and the launch screen finds them', () => {
    const points = { 'LaunchLogo.imageset': '128' }
    expect(assetProblems(catalog, points)).toEqual([])
    expect(assetProblems(catalog, { 'LaunchLogo.imageset': '100' })).toHaveLength(6)
    const screen = join(source, 'Base.lproj', 'LaunchScreen.storyboard')
    expect(missingAssets(screen, catalog)).toEqual([])
    expect(missingAssets(screen, source)).toEqual(['LaunchLogo.imageset', 'Paper.colorset'])
  })
})

describe('both', () => {
  test('every permission is explained, and nothing else', () => {
    const reasons = readReasons()
    const android = androidPermissions()
    expect(android.manifests.length).toBeGreaterThan(10)
    expect(unexplained(android.kept, reasons.android)).toEqual([])
    expect(unexplained(android.removed, reasons.androidRemoved)).toEqual([])
    expect(unexplained(iosPermissions().kept, reasons.ios)).toEqual([])
    expect(unexplained(['a', 'b'], { b: 'Because.', c: 'It was needed for that.' })).toEqual([
      'a has no reason',
      'c is explained, but no longer there',
      'the reason of b is no sentence',
    ])
    const app = permissionsIn(
      '<m xmlns:android="a" xmlns:tools="t"><uses-permission android:name="x" tools:node="remove"/><uses-permission android:name="y"/></m>',
    )
    expect(
      unite(app, [
        { name: 'x', isRemoved: false },
        { name: 'z', isRemoved: false },
      ]),
    ).toEqual({ kept: ['y', 'z'], removed: ['x'] })
  })

  test('the links that open the app are those that the server serves and the app follows', () => {
    const filters = linksOf(manifest)
    const verified = filters.find(({ isVerified }) => isVerified)
    const prefixes = sorted(verified?.prefixes ?? [])
    const routes = /const LINKS = \[(.*)\]/.exec(readText(ROOT, 'apps/server/src/features/apps/apps.routes.ts'))?.[1] ?? ''
    const pages = /const PAGES = \/(.*)\/$/m.exec(readText(APP, 'src/platform/native/links.ts'))?.[1] ?? ''
    expect([...routes.matchAll(/'([\w-]+)'/g)].map(([, name]) => `/${name}/`).sort()).toEqual(prefixes)
    expect([...pages.matchAll(/[(|]([a-z-]+)\\\//g)].map(([, name]) => `/${name}/`).sort()).toEqual(prefixes)
    expect(prefixes).toHaveLength(4)
    expect(verified).toMatchObject({ schemes: ['https'], hosts: [`\${refletHost}`] })
    expect(filters.filter((one) => one !== verified)).toEqual([{ isVerified: false, schemes: ['reflet'], hosts: [], prefixes: [] }])
    expect(linksOf(manifest.replace('/coffee/', '/tea/'))[1]?.prefixes).toContain('/tea/')
    expect(info.CFBundleURLTypes).toMatchObject([{ CFBundleURLSchemes: ['reflet'] }])
    const domains = readPlist<Record<string, string[]>>(source, 'App.entitlements')['com.apple.developer.associated-domains']
    expect(domains).toEqual(['applinks:$(REFLET_HOST)', 'webcredentials:$(REFLET_HOST)'])
  })

  test('the app has one id', async () => {
    const { android } = await readGradle(readText(ANDROID, 'build.gradle'))
    const ids = settingsOf(project).flatMap(({ settings }) => settings.PRODUCT_BUNDLE_IDENTIFIER ?? [])
    const { appId, appName } = readJson<{ appId: string; appName: string }>(APP, 'capacitor.config.json')
    expect([appId, android?.namespace, android?.defaultConfig?.applicationId, ...ids]).toEqual(Array(5).fill(ID))
    expect(readText(java, 'MainActivity.java')).toContain(`package ${ID};`)
    expect(readText(ROOT, 'apps/server/src/platform/native-apps.ts')).toContain(`, '${ID}')`)
    expect(readText(RES, 'values', 'strings.xml')).toContain(`>${appName}</string>`)
    expect(info.CFBundleDisplayName).toBe(appName)
  })

  test('every Gradle file can be read', async () => {
    const { ext } = await readGradle(readText(APP, 'android', 'variables.gradle'))
    expect(Number(ext?.targetSdkVersion)).toBeGreaterThanOrEqual(36)
    const { buildscript } = await readGradle(readText(APP, 'android', 'build.gradle'))
    expect(buildscript?.dependencies.map(({ name }) => name)).toEqual(['gradle', 'google-services'])
    await expect(readGradle('')).rejects.toThrow('Nothing')
  })

  test('the app has one version', async () => {
    const gradle = readText(ANDROID, 'build.gradle')
    const { android } = await readGradle(gradle)
    expect(android?.defaultConfig).toMatchObject({ versionName: 'appVersion', versionCode: 'appVersionCode' })
    expect(gradle).toContain("parse(file('../../package.json')).version")
    const { MARKETING_VERSION, CURRENT_PROJECT_VERSION } = xcconfigOf(readText(IOS, '..', 'app.xcconfig'))
    expect([MARKETING_VERSION, CURRENT_PROJECT_VERSION]).toEqual([version, String(versionCodeOf(version))])
    const overruling = settingsOf(project).filter(
      ({ settings }) => 'MARKETING_VERSION' in settings || 'CURRENT_PROJECT_VERSION' in settings,
    )
    expect(overruling).toEqual([])
    expect([versionCodeOf('0.1.0'), versionCodeOf('1.10.2')]).toEqual([10_000, 1_100_200])
  })

  test('the texts of the stores are complete and short enough', () => {
    const { limits, texts } = readJson<Store>(APP, 'native-texts', 'store.json')
    expect(Object.keys(texts).sort()).toEqual(LOCALES)
    expect(missingTexts(texts, 'en')).toEqual([])
    expect(tooLong(texts, limits)).toEqual([])
    expect(tooLong({ en: { subtitle: 'x'.repeat(31) } }, limits)).toEqual(['en subtitle'])
  })

  test('the icons of the web app have the sizes of their names', () => {
    const sides: Record<string, number> = { 'app.png': 192, 'apple-touch.png': 180 }
    const folder = join(APP, 'public', 'icons')
    const sized = readdirSync(folder).filter((name) => name.endsWith('.png') && name !== 'badge.png')
    const sideOf = (name: string) => sides[name] ?? (name.startsWith('shortcut-') ? 96 : Number(/-(\d+)\.png$/.exec(name)?.[1]))
    expect(sized.filter((name) => pngOf(readFileSync(join(folder, name))).width !== sideOf(name))).toEqual([])
    expect(sized).toHaveLength(8)
  })
})
