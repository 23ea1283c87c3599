import type { Plugin } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly put: string
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** What only the OpenAPI document needs: the descriptions and names of schemas, and the summaries of calls. */
function cutsOf(node: Node): Cut[] {
  const { type, start, end } = node
  const within = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(cutsOf))
  if (type === 'CallExpression') {
    const { name } = node.callee as { name?: string }
    const [schema, words, ...others] = node.arguments as Node[]
    if ((name === 'described' || name === 'named') && schema && words && others.length === 0) {
      return [...cutsOf(schema), { start, end: schema.start, put: '' }, { start: schema.end, end, put: '' }]
    }
  }
  if (type === 'Property' && (node.key as { name?: string }).name === 'summary') {
    const value = node.value as Node
    if (value.type === 'Literal') return [{ start: value.start, end: value.end, put: "''" }]
  }
  return within
}

/** The code of a module of the contract without these words; `program` is its syntax tree. */
export const withoutWords = (code: string, program: unknown): string =>
  cutsOf(program as Node)
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, put }) => text.slice(0, start) + put + text.slice(end), code)

/** Takes the words of the OpenAPI document, which the server makes, out of the app. */
export const withoutDescriptions = (): Plugin => ({
  name: 'without-descriptions',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /packages[\\/]contract[\\/]src[\\/].*\.ts$/ },
    handler(code) {
      return { code: withoutWords(code, this.parse(code)), map: null }
    },
  },
})
