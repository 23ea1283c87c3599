import { readFileSync } from 'node:fs'
import { LOCALES } from '@reflet/contract/common'
import { RELATIONS } from '@reflet/contract/relations'
import { describe, expect, test } from 'vitest'
import { relationOf } from './list-words.ts'
import { parseList, remainingList } from './parse-list.ts'

/** `first|last|address|relation` of each person, readable beside the list. */
const peopleOf = (list: string) =>
  parseList(list).people.map(({ first_name, last_name, email, relation }) => [first_name, last_name, email, relation ?? ''].join('|'))

const problemsOf = (list: string, own?: string) =>
  parseList(list, own).problems.map(({ line, code, value }) => `${line} ${code} ${value}`.trim())

describe('pasted lists', () => {
  test.each([
    ['an address alone', 'jean@x.fr', ['||jean@x.fr|']],
    ['capitals and spaces', '   Jean.DUPONT@X.FR  ', ['||jean.dupont@x.fr|']],
    ['a name and an address in angle brackets', 'Jean Dupont <jean@x.fr>', ['Jean|Dupont|jean@x.fr|']],
    ['a quoted name with a comma', '"Dupont, Jean" <jean@x.fr>', ['Jean|Dupont|jean@x.fr|']],
    ['a name with a comma, unquoted', 'Dupont, Jean <jean@x.fr>', ['Jean|Dupont|jean@x.fr|']],
    ['a family name in capitals', 'DE LA TOUR Anne-Marie <am@x.fr>', ['Anne-Marie|DE LA TOUR|am@x.fr|']],
    ['all in capitals', 'JEAN DUPONT <jean@x.fr>', ['JEAN|DUPONT|jean@x.fr|']],
    ['a name after the address', 'jean@x.fr (Jean Dupont)', ['Jean|Dupont|jean@x.fr|']],
    ['a name before it, with nothing between', 'Jean Dupont jean@x.fr', ['Jean|Dupont|jean@x.fr|']],
    ['a mailto link', 'Jean <mailto:jean@x.fr>', ['Jean||jean@x.fr|']],
    ['full-width letters', 'ｊｅａｎ＠ｘ．ｆｒ', ['||jean@x.fr|']],
    [
      'a “to” line',
      '"Dupont, Jean" <jean@x.fr>; Marie Curie <marie@x.fr>, luc@y.fr',
      ['Jean|Dupont|jean@x.fr|', 'Marie|Curie|marie@x.fr|', '||luc@y.fr|'],
    ],
    ['Arabic names', 'محمد علي <mohamed@x.com>\nأمينة الفاسي;amina@x.com', ['محمد|علي|mohamed@x.com|', 'أمينة|الفاسي|amina@x.com|']],
    ['direction marks around an address', 'أمينة \u200E<amina@x.com>\u200F', ['أمينة||amina@x.com|']],
    ['no-break spaces', 'Jean\u00A0Dupont\u00A0<jean@x.fr>', ['Jean|Dupont|jean@x.fr|']],
    ['a relation beside it', 'Jean Dupont <jean@x.fr>; responsable', ['Jean|Dupont|jean@x.fr|superior']],
    ['a name that has a quote inside', 'Jean "le Grand" Dupont <jean@x.fr>', ['Jean|"le Grand" Dupont|jean@x.fr|']],
  ])('%s', (_what, list, expected) => expect(peopleOf(list)).toEqual(expected))
})

describe('tables', () => {
  test.each([
    ['semicolons, no header', 'Jean;Dupont;jean@x.fr\nMarie;Curie;marie@x.fr', ['Jean|Dupont|jean@x.fr|', 'Marie|Curie|marie@x.fr|']],
    ['tabs, the address first', 'jean@x.fr\tJean\tDupont', ['Jean|Dupont|jean@x.fr|']],
    ['commas and a telephone number', 'Jean Dupont,+33 (0)6 12 34,jean@x.fr', ['Jean|Dupont|jean@x.fr|']],
    ['byte order mark and CRLF', '\uFEFFPrénom;Nom;E-mail\r\nJean;Dupont;jean@x.fr\r\n', ['Jean|Dupont|jean@x.fr|']],
    [
      'old Mac line ends',
      'Name,E-Mail\rJean Dupont,jean@x.fr\rMarie Curie,marie@x.fr',
      ['Jean|Dupont|jean@x.fr|', 'Marie|Curie|marie@x.fr|'],
    ],
    ['Excel’s separator line', 'sep=;\nNom;Courriel\n"Dupont, Jean";jean@x.fr', ['Jean|Dupont|jean@x.fr|']],
    ['French', 'Nom;Prénom;Adresse e-mail;Relation\nDupont;Jean;jean@x.fr;Collègue', ['Jean|Dupont|jean@x.fr|coworker']],
    ['English, as Outlook exports it', 'First Name,Last Name,E-mail Address\nJean,Dupont,jean@x.fr', ['Jean|Dupont|jean@x.fr|']],
    ['English, as Google exports it', 'Name,E-mail 1 - Value,E-mail 2 - Value\nJean Dupont,,jean@x.fr', ['Jean|Dupont|jean@x.fr|']],
    ['German', 'Vorname\tName\tE-Mail-Adresse\tBeziehung\nJürgen\tWeiß\tjw@x.de\tFührungskraft', ['Jürgen|Weiß|jw@x.de|superior']],
    ['Spanish', 'Nombre;Apellidos;Correo electrónico;Relación\nSofía;Ruiz Gómez;s@x.es;Par', ['Sofía|Ruiz Gómez|s@x.es|equal']],
    ['Arabic', 'الاسم الكامل,البريد الإلكتروني,العلاقة\nأمينة الفاسي,amina@x.com,زميل', ['أمينة|الفاسي|amina@x.com|coworker']],
    [
      'quoted cells with delimiters, quotes and line ends',
      'Name,E-mail\n"Dupont, Jean",jean@x.fr\n"Marie ""Mia""\nCurie",marie@x.fr',
      ['Jean|Dupont|jean@x.fr|', 'Marie|"Mia" Curie|marie@x.fr|'],
    ],
    ['a header and mail-like cells', 'Contact;Relation\nJean Dupont <jean@x.fr>;n+1', ['Jean|Dupont|jean@x.fr|superior']],
    ['columns that we do not know', 'Ville;E-mail;Nom complet\nLyon;jean@x.fr;Jean Dupont', ['Jean|Dupont|jean@x.fr|']],
    ['a header and one column', 'E-mail\njean@x.fr\nmarie@x.fr', ['||jean@x.fr|', '||marie@x.fr|']],
    ['an empty relation', 'E-mail,Relation\njean@x.fr,', ['||jean@x.fr|']],
  ])('%s', (_what, list, expected) => expect(peopleOf(list)).toEqual(expected))

  test.each(LOCALES)('the app’s own texts for relations are recognised: %s', (locale) => {
    const { relation } = JSON.parse(readFileSync(`apps/app/public/assets/i18n/${locale}.json`, 'utf8'))
    for (const one of RELATIONS) expect(relationOf(relation[one]), relation[one]).toBe(one)
  })
})

describe('invalid lines', () => {
  test.each([
    ['only a name', 'Jean Dupont', ['1 missing']],
    ['half an address', 'Jean <jean@>', ['1 invalid jean@']],
    ['empty brackets', 'Jean <>', ['1 missing']],
    ['two @', 'jean@@x.fr', ['1 invalid jean@@x.fr']],
    ['an unknown relation', 'E-mail;Relation\njean@x.fr;cousin', ['2 relation cousin']],
    ['no address under a header', 'Nom;E-mail\nJean Dupont;\nMarie;marie@x.fr', ['2 missing']],
    ['an address without an end among good ones', 'luc@y.fr; jean@x; marie@x.fr', ['1 invalid jean@x']],
    ['a quote that is never closed', '"Dupont, Jean;jean@x.fr\nmarie@x.fr', ['1 quotes']],
    ['two addresses in one cell', 'Nom;E-mail\nJean;"a@x.fr, b@x.fr"', ['2 invalid a@x.fr, b@x.fr']],
  ])('%s', (_what, list, expected) => expect(problemsOf(list)).toEqual(expected))

  test('line numbers are those of an editor: with empty lines, the header and lines inside quotes', () => {
    const list = 'Name,E-mail\n\n"Marie\nCurie",marie@x.fr\n\nnobody,\nluc@y.fr,luc@y.fr'
    expect(parseList(list).people.map(({ line }) => line)).toEqual([3, 7])
    expect(problemsOf(list)).toEqual(['6 missing'])
  })

  test('an unclosed quote invalidates its own line, not those up to the next quote', () => {
    const good = Array.from({ length: 9 }, (_, n) => `p${n}@x.fr`)
    const { people, problems } = parseList(['"Jean', ...good, '"Petit, Luc" <luc@y.fr>'].join('\n'))
    expect(people).toHaveLength(10)
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[1, 'quotes']])
  })

  test('my own address is not a contact', () => expect(problemsOf('Moi <ME@x.fr>', 'me@x.fr')).toEqual(['1 yourself me@x.fr']))

  test('a name that cannot be stored', () => {
    expect(parseList(`${'é'.repeat(101)} Dupont <jean@x.fr>`).problems[0]?.code).toBe('name_long')
  })

  test('characters that cannot be stored are removed', () =>
    expect(peopleOf('Je\u0000an \uD800Dupont <jean@x.fr>')).toEqual(['Jean|\uFFFDDupont|jean@x.fr|']))
})

describe('duplicates', () => {
  test('are merged into one person, with the other lines and their data', () => {
    const { people } = parseList('jean@x.fr\nJean Dupont <JEAN@x.fr>;responsable\njean@x.fr')
    expect(people).toMatchObject([{ line: 1, first_name: 'Jean', last_name: 'Dupont', relation: 'superior', again: [2, 3] }])
  })

  test('twice on one line is no second line', () => expect(parseList('jean@x.fr, jean@x.fr').people).toMatchObject([{ again: [] }]))
})

describe('the rest of the text box', () => {
  const list = 'E-mail;Nom\njean@x.fr;Jean\nmarie@;Marie\nluc@y.fr;Luc'

  test.each([
    ['the invalid lines, under their header, in order', list, ['jean@x.fr', 'luc@y.fr'], 'E-mail;Nom\nmarie@;Marie'],
    ['the people who were not imported', list, ['jean@x.fr'], 'E-mail;Nom\nmarie@;Marie\nluc@y.fr;Luc'],
    ['nothing after a complete import', 'E-mail\njean@x.fr', ['jean@x.fr'], ''],
    ['only the invalid part of a line with several people', 'Jean <jean@x.fr>; Marie <marie@>', ['jean@x.fr'], 'Marie <marie@>'],
  ])('has %s', (_what, text, imported, rest) => expect(remainingList(parseList(text), new Set(imported))).toBe(rest))

  test('parses to the same result', () => {
    const parsed = parseList(list)
    expect(parseList(remainingList(parsed, new Set())).people.map(({ email }) => email)).toEqual(parsed.people.map(({ email }) => email))
  })
})

test('ten thousand lines, one in ten of them invalid', () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => (n % 10 === 3 ? `"Nobody ${n}";` : `"Dupont${n}, Jean";p${n}@x.fr`))
  const { people, problems } = parseList(['Nom;E-mail', ...lines].join('\r\n'))
  expect(people).toHaveLength(9000)
  expect(problems).toHaveLength(1000)
  expect(people[0]).toMatchObject({ first_name: 'Jean', last_name: 'Dupont0', line: 2 })
  expect(problems.at(-1)).toMatchObject({ line: 9995, code: 'missing' })
})

test('nothing at all', () => expect(parseList(' \n\r\n\t')).toEqual({ people: [], problems: [], header: null }))

describe('a hostile list costs little', () => {
  const SIZE = 64 * 1024
  test.each(['a', ' ', 'a ', '"', '".', '<', '<a', 'a@', 'a,', '\n', '"\n', '\u0323\u0301', '\u0301\uff9e', 'a.a@'])('%j', (part) => {
    const before = process.threadCpuUsage()
    parseList(`x${part.repeat(SIZE / part.length)}x@y.fr`)
    const { user, system } = process.threadCpuUsage(before)
    // Microseconds of this thread; without the bounds it would take minutes, and beside busy processes a core does half as much.
    expect(user + system).toBeLessThan(5_000_000)
  })
})
