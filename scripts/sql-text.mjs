/** Where the text of `sql` templates lies in a source file: for each character the letter of its kind. */
export const [CODE, SQL, QUOTED] = ['c', 's', 'q']

/**
 * `s`: text of an `sql` template; `q`: the same within SQL quotes, where a blank means something; `c`: everything else, the
 * interpolations among it.
 */
export function kindsOf(source) {
  const kinds = Array(source.length).fill(CODE)
  /** Open templates and braces: a template knows whether it is SQL and within quotes. */
  const open = []
  let at = 0
  while (at < source.length) {
    const inside = open.at(-1)
    if (inside?.template) at = readTemplate(source, at, inside, open, kinds)
    else at = readCode(source, at, open)
  }
  return kinds
}

function readTemplate(source, at, template, open, kinds) {
  if (source[at] === '\\') return at + 2
  if (source[at] === '`') {
    open.pop()
    return at + 1
  }
  if (source.startsWith('${', at)) {
    open.push({ template: false })
    return at + 2
  }
  if (template.sql) {
    if (source[at] === "'") template.quoted = !template.quoted
    kinds[at] = template.quoted ? QUOTED : SQL
  }
  return at + 1
}

/** Regular expressions with a quote or a backtick in them would confuse it; the server's SQL files have none. */
function readCode(source, at, open) {
  const char = source[at]
  if (source.startsWith('//', at)) return endOf(source, '\n', at)
  if (source.startsWith('/*', at)) return endOf(source, '*/', at + 2)
  if (char === "'" || char === '"') {
    let end = at + 1
    while (source[end] !== char && source[end] !== '\n' && end < source.length) end += source[end] === '\\' ? 2 : 1
    return end + 1
  }
  if (char === '`') open.push({ template: true, sql: /\bsql(?:<[^`]*>)?$/.test(source.slice(Math.max(0, at - 80), at)), quoted: false })
  if (char === '{') open.push({ template: false })
  if (char === '}') open.pop()
  return at + 1
}

function endOf(source, mark, from) {
  const found = source.indexOf(mark, from)
  return found < 0 ? source.length : found + mark.length
}

/** A line of SQL is at most so wide; one that begins and ends in TypeScript, as wide as Biome lets it be. */
const [WIDTH, CODE_WIDTH] = [120, 140]

/** The numbers of lines with SQL that are too long. */
export function longLines(source) {
  const kinds = kindsOf(source)
  let begin = 0
  return source.split('\n').flatMap((line, index) => {
    const end = begin + line.length
    const hasSql = kinds.slice(begin, end).some((kind) => kind !== CODE)
    const width = kinds[begin] === CODE && (kinds[end] ?? CODE) === CODE ? CODE_WIDTH : WIDTH
    begin = end + 1
    return hasSql && line.length > width ? [index + 1] : []
  })
}
