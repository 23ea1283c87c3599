// Reads the syntax trees of the app's sources: components, what they render and where they are used.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

export const parse = (code, file = 'code.tsx') => ({ file, body: parseSync(code, { syntax: 'typescript', tsx: file.endsWith('x') }).body })

export const parseFolder = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => parse(readFileSync(join(folder, file), 'utf8'), file))

const isNode = (value) => typeof value === 'object' && value !== null

/** Calls `visit(node, component)` for every node; `component` is the nearest function with a capital letter. */
export function walk(node, visit, component = null) {
  if (!isNode(node)) return
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit, component)
    return
  }
  const own = componentName(node) ?? component
  if (node.type) visit(node, own)
  for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, visit, own)
}

function componentName(node) {
  const name =
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression'
      ? node.identifier?.value
      : node.type === 'VariableDeclarator' && /Function|Arrow/.test(node.init?.type)
        ? node.id.value
        : undefined
  return /^[A-Z]/.test(name ?? '') ? name : undefined
}

export const tagOf = (element) => element.opening.name.value ?? element.opening.name.property?.value
export const attributeOf = (element, name) =>
  element.opening.attributes.find((one) => one.type === 'JSXAttribute' && one.name.value === name)

const stringsOfType = (type) => {
  if (type?.type === 'TsTypeAnnotation') return stringsOfType(type.typeAnnotation)
  const types = type?.type === 'TsUnionType' ? type.types : [type]
  const strings = types.map((one) => (one?.type === 'TsLiteralType' ? one.literal.value : null))
  return strings.every((one) => typeof one === 'string') ? strings : null
}

/** The strings that an expression may have as its value; null when the source does not say. `constants`: those of the same file. */
export function stringsOf(node, constants) {
  switch (node?.type) {
    case 'StringLiteral':
      return [node.value]
    case 'ParenthesisExpression':
      return stringsOf(node.expression, constants)
    case 'TsAsExpression':
      return stringsOfType(node.typeAnnotation)
    case 'Identifier':
      return constants.get(node.value) ?? null
    case 'ConditionalExpression': {
      const both = [stringsOf(node.consequent, constants), stringsOf(node.alternate, constants)]
      return both.includes(null) ? null : both.flat()
    }
    default:
      return null
  }
}

/** Names of one file whose type or first value is a choice of strings. */
export function constantsOf(body) {
  const constants = new Map()
  walk(body, (node) => {
    if (node.type === 'Identifier' && node.typeAnnotation) {
      const strings = stringsOfType(node.typeAnnotation)
      if (strings) constants.set(node.value, strings)
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      const strings = stringsOf(node.init, constants)
      if (strings) constants.set(node.id.value, strings)
    }
  })
  return constants
}
