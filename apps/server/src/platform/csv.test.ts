import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines, protectedText, unprotectedText } from './csv.ts'

const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/
const CUTS = [',', ';', '\t']

/** The cells that a spreadsheet makes of a file that it cuts at this separator: quotes count where a cell begins with one only. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  let isNew = true
  const end = () => {
    cells.push(cell)
    cell = ''
    isNew = true
  }
  for (let at = 0; at < file.length; at++) {
    const char = file.charAt(at)
    const opens: boolean = char === '"' && isNew && !quoted
    const closes: boolean = char === '"' && quoted && file.charAt(at + 1) !== '"'
    if (opens || closes) quoted = opens
    else if (!quoted && (char === separator || char === '\r' || char === '\n')) {
      end()
      continue
    } else {
      if (char === '"' && quoted) at++
      cell += char
    }
    isNew = false
  }
  end()
  return cells
}

const formulas = (file: string) => [...CUTS, ''].flatMap((cut) => cellsOf(file, cut)).filter((cell) => FORMULA.test(cell))
const texts = fc.string({ unit: fc.constantFrom(...'a=+-@＝\'" ,;\t\r\n'), maxLength: 20 })

test.each(["Dev;=cmd|'/C calc'!A0;x", 'First line\n=1+1', 'a\t-1', 'a, "=1"', ' "＝1', "'=1"])(
  'no spreadsheet sees a formula in %j',
  (text) => {
    expect(formulas(csvLines([[text, 'b', text]]))).toEqual([])
  },
)

test('whatever the text, no cell is a formula, and the text can be had back', () => {
  fc.assert(
    fc.property(texts, texts, (one, two) => {
      expect(formulas(csvLines([[one, two]]))).toEqual([])
      expect(unprotectedText(protectedText(one))).toBe(one)
    }),
    { numRuns: 2_000 },
  )
})

test('numbers and ordinary words stay as they are', () => {
  expect(csvLines([['nadia@company.example', -1.5, 'R-77', 'Jean-Luc, a@b', null, true]])).toBe(
    'nadia@company.example,-1.5,R-77,"Jean-Luc, a@b",,true\r\n',
  )
})
