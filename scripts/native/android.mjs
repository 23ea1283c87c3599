import { existsSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import gradle from 'gradle-to-js'
import { elementsOf, filesIn, parseXml, readText } from './files.mjs'

/** What gradle-to-js reads of a file. @throws Error when it is nothing: the parser itself never fails */
export async function readGradle(text) {
  const parsed = await gradle.parseText(text)
  if (Object.keys(parsed).length === 0) throw new Error('Nothing of this Gradle file could be read.')
  return parsed
}

/** The number of a version in the stores, as app/build.gradle makes it. @param {string} version */
export const versionCodeOf = (version) => version.split('.').reduce((code, part) => code * 100 + Number(part), 0) * 100

const BACKUPS = ['cloud-backup', 'device-transfer']
const DOMAINS = ['root', 'file', 'database', 'sharedpref', 'external', 'device_root', 'device_file', 'device_database', 'device_sharedpref']

/** What could leave the device in a backup. @param {string} manifest @param {string} rules the data extraction rules */
export function backupProblems(manifest, rules) {
  const [application] = elementsOf(parseXml(manifest), 'application')
  const problems = []
  if (application?.getAttribute('android:allowBackup') !== 'false') problems.push('allowBackup is not false')
  if (application?.getAttribute('android:dataExtractionRules') !== '@xml/data_extraction_rules')
    problems.push('there are no data extraction rules')
  for (const kind of BACKUPS) {
    const [section] = elementsOf(parseXml(rules), kind)
    const excluded = section ? elementsOf(section, 'exclude').map((element) => element.getAttribute('domain')) : []
    if (section && elementsOf(section, 'include').length > 0) problems.push(`${kind} includes something`)
    for (const domain of DOMAINS) if (!excluded.includes(domain)) problems.push(`${kind} does not exclude ${domain}`)
  }
  return problems
}

/** Whether anything but `allowed` hosts may be called without TLS. @param {string} config @param {readonly string[]} allowed */
export function cleartextProblems(config, allowed = []) {
  const root = parseXml(config)
  const permits = (element) => element.getAttribute('cleartextTrafficPermitted') === 'true'
  const hosts = elementsOf(root, 'domain-config')
    .filter(permits)
    .flatMap((part) => elementsOf(part, 'domain').map((domain) => domain.textContent.trim()))
  const [base] = elementsOf(root, 'base-config')
  return [
    ...(base?.getAttribute('cleartextTrafficPermitted') === 'false' ? [] : ['cleartext is not forbidden']),
    ...(elementsOf(root, 'certificates').some((element) => element.getAttribute('src') !== 'system')
      ? ['other certificates are trusted']
      : []),
    ...hosts.filter((host) => !allowed.includes(host)).map((host) => `${host} may be called without TLS`),
  ]
}

/** The links that open the app. @param {string} manifest */
export function linksOf(manifest) {
  const filters = elementsOf(parseXml(manifest), 'intent-filter').map((filter) => {
    const values = (name) =>
      elementsOf(filter, 'data')
        .map((data) => data.getAttribute(`android:${name}`))
        .filter(Boolean)
    return {
      isVerified: filter.getAttribute('android:autoVerify') === 'true',
      schemes: values('scheme'),
      hosts: values('host'),
      prefixes: values('pathPrefix'),
    }
  })
  return filters.filter(({ schemes }) => schemes.length > 0)
}

/** The texts of a strings.xml: translated ones, and the ones that are the same everywhere. @param {string} xml */
export function textsOf(xml) {
  const all = elementsOf(parseXml(xml), 'string').map((element) => ({
    name: element.getAttribute('name') ?? '',
    text: element.textContent.trim(),
    isTranslated: element.getAttribute('translatable') !== 'false',
  }))
  return {
    translated: Object.fromEntries(all.filter(({ isTranslated }) => isTranslated).map(({ name, text }) => [name, text])),
    names: all.map(({ name }) => name),
  }
}

/**
 * Which texts a language lacks, has empty, or has too many of.
 * @param {Record<string, Record<string, string>>} byLanguage
 * @param {string} source
 */
export function missingTexts(byLanguage, source) {
  const wanted = Object.keys(byLanguage[source] ?? {})
  return Object.entries(byLanguage).flatMap(([language, texts]) => [
    ...wanted.filter((name) => !texts[name]).map((name) => `${language} has no ${name}`),
    ...Object.keys(texts)
      .filter((name) => !wanted.includes(name))
      .map((name) => `${language} has ${name}, which ${source} lacks`),
  ])
}

/**
 * The texts that are longer than their store allows.
 * @param {Record<string, Record<string, string>>} byLanguage
 * @param {Record<string, number>} limits
 */
export const tooLong = (byLanguage, limits) =>
  Object.entries(byLanguage).flatMap(([language, texts]) =>
    Object.entries(texts)
      .filter(([name, text]) => text.length > (limits[name] ?? 0))
      .map(([name]) => `${language} ${name}`),
  )

const REFERENCE = /@(xml|string|style|color|drawable|mipmap)\/([\w.]+)/g
const IN_JAVA = /(?<!android\.)\bR\.(xml|string|style|color|drawable|mipmap)\.(\w+)/g

/** The names that the resources define, as `color/paper`. @param {string} folder */
export function definedIn(folder) {
  return new Set(
    filesIn(folder).flatMap((file) => {
      const kind = basename(dirname(file)).split('-')[0]
      if (kind !== 'values') return [`${kind}/${basename(file, extname(file))}`]
      return ['string', 'color', 'style'].flatMap((tag) =>
        elementsOf(parseXml(readText(file)), tag).map((element) => `${tag}/${element.getAttribute('name')}`),
      )
    }),
  )
}

/** References of a manifest, resource or Java file to what is not defined. @param {string} source @param {ReadonlySet<string>} defined */
export const undefinedIn = (source, defined) =>
  [...source.matchAll(REFERENCE), ...source.matchAll(IN_JAVA)]
    .map(([, kind, name]) => `${kind}/${name}`)
    .filter((name) => !defined.has(name))

/** The classes that a manifest names of this app. @param {string} manifest @param {string} java the folder of its package */
export const missingClasses = (manifest, java) =>
  ['activity', 'service', 'receiver']
    .flatMap((tag) => elementsOf(parseXml(manifest), tag))
    .map((element) => element.getAttribute('android:name') ?? '')
    .filter((name) => name.startsWith('.') && !existsSync(join(java, `${name.slice(1)}.java`)))
