// docs/GLOSSARY.md and glossary.json have the same terms, and each link of the page leads to a file that holds the linked name.
import { existsSync, readFileSync } from 'node:fs'
import { glossary } from './words.mjs'

const PAGE = 'docs/GLOSSARY.md'
const FILES = /`((?:apps|packages|scripts)\/[\w./-]+)`/g
const LINKS = /\[`(\w+)`\]\(\.\.\/([\w./-]+)\)/g

const urlOf = (file) => new URL(`../../${file}`, import.meta.url)

/** The name is declared in the file: `const name`, `function name`, `interface name`, `create table name`. */
const declares = (file, name) =>
  new RegExp(`\\b(const|function|interface|type|class|create table) ${name}\\b`).test(readFileSync(urlOf(file), 'utf8'))

export function glossaryPageProblems() {
  const page = readFileSync(urlOf(PAGE), 'utf8')
  const rows = glossary.terms.map(({ term, wanted }) => `| ${[term, wanted.fr, wanted.de, wanted.es, wanted.ar].join(' | ')} |`)
  const links = [...page.matchAll(LINKS)].map(([, name, file]) => ({ name, file }))
  const files = [...[...page.matchAll(FILES)].map(([, file]) => file), ...links.map(({ file }) => file)]
  const missing = files.filter((file) => !existsSync(urlOf(file)))
  return [
    ...rows.filter((row) => !page.includes(row)).map((row) => `${PAGE} lacks the row ${row}`),
    ...missing.map((file) => `${PAGE}: ${file} does not exist`),
    ...links
      .filter(({ name, file }) => !missing.includes(file) && !declares(file, name))
      .map(({ name, file }) => `${PAGE}: ${file} does not declare ${name}`),
    ...(declares(`scripts/translations/glossary-page.mjs`, 'urlOf') && !declares('package.json', 'urlOf')
      ? []
      : ['a link to a wrong file is not reported']),
    ...(links.length < glossary.terms.length ? [`${PAGE} has fewer links than terms`] : []),
  ]
}
