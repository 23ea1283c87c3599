export type Measure = (text: string) => number

const graphemes = (word: string) => [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment)

/** A word that is wider than a line is cut between grapheme clusters. */
function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word]
  const cut: string[] = ['']
  for (const letter of graphemes(word)) {
    const grown = cut.at(-1) + letter
    if (measure(grown) > width) cut.push(letter)
    else cut[cut.length - 1] = grown
  }
  return cut
}

function shortened(line: string, width: number, measure: Measure): string {
  const letters = graphemes(line)
  while (letters.length > 0 && measure(`${letters.join('').trimEnd()}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Breaks a text into lines of at most this width; text beyond the last line becomes an ellipsis. */
export function linesOf(text: string, width: number, measure: Measure, most: number): string[] {
  const words = text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => pieces(word, width, measure))
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    const grown = last === undefined ? word : `${last} ${word}`
    if (last === undefined || measure(grown) > width) lines.push(word)
    else lines[lines.length - 1] = grown
  }
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shortened(lines.slice(most - 1).join(' '), width, measure)]
}

const STRONG = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** As `dir="auto"`: the first letter decides. */
export function directionOf(text: string, fallback: CanvasDirection): CanvasDirection {
  const letter = STRONG.exec(text)?.[0]
  if (letter === undefined) return fallback
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
