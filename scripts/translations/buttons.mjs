// Which keys of the app are shown on buttons, menu entries and title bars, derived from the sources.
//
// Seen: the children of the elements SHORT, of IonItem with a link and an icon (menu entries), `text` in the `buttons` of alerts and toasts,
// and `action` and `cancel` of an object with `onConfirm` (confirmation dialogs: ui/confirm.ts).
// Of these, the scan follows t('key'), t(a ? 'x' : 'y'), t(`a.${b}`) (the values of b that the file declares, else all keys of that form), a local constant, a property of an object in
// the same file (`{button}` and `{ button: t('key') }`, `t(label)` and `{ label: 'key' }`), and the props of components, over any number of
// components: `title` of Page is shown in IonTitle, so <Page title={t('key')}> is a title bar.
// Unseen: the browser's <button> elements (rows and chips whose text wraps), keys that are computed otherwise, and names of people and skills.
import { literal } from './patterns.mjs'
import { attributeOf, constantsOf, parseFolder, stringsOf, tagOf, walk } from './source-tree.mjs'

const SHORT = ['IonButton', 'IonTabButton', 'IonSegmentButton', 'IonTitle']
const HIDDEN = ['visually-hidden']

const isMenuEntry = (element) =>
  tagOf(element) === 'IonItem' &&
  (attributeOf(element, 'routerLink') || attributeOf(element, 'href')) &&
  element.children.some((child) => child.type === 'JSXElement' && tagOf(child) === 'IonIcon' && attributeOf(child, 'slot'))
const isHidden = (element) => HIDDEN.includes(attributeOf(element, 'className')?.value?.value)
const isT = ({ type, callee }) => type === 'CallExpression' && callee.value === 't'

/** Every text that a template may become, with * for a part that the file does not declare. */
const patternsOf = ({ quasis, expressions }, constants) =>
  quasis.slice(1).reduce(
    (patterns, { cooked }, index) => {
      const parts = stringsOf(expressions[index], constants) ?? ['*']
      return patterns.flatMap((pattern) => parts.map((part) => pattern + part + cooked))
    },
    [quasis[0].cooked],
  )

/** What an expression shows: patterns of keys, and names of variables whose value it shows. */
function shown(root, constants) {
  const keys = []
  const names = []
  const visit = (node, inKey) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const one of node) visit(one, inKey)
      return
    }
    switch (node.type) {
      case 'JSXElement':
        return isHidden(node) ? undefined : visit(node.children, false)
      case 'CallExpression':
        return isT(node) ? visit(node.arguments[0]?.expression, true) : undefined
      case 'StringLiteral':
        return inKey ? void keys.push(node.value) : undefined
      case 'TemplateLiteral':
        return inKey ? void keys.push(...patternsOf(node, constants)) : undefined
      case 'ConditionalExpression':
        return visit([node.consequent, node.alternate], inKey)
      case 'BinaryExpression':
        return visit(node.operator === '&&' ? node.right : [node.left, node.right], inKey)
      case 'Identifier':
        return void names.push(node.value)
      case 'MemberExpression':
        return node.property.type === 'Identifier' ? void names.push(node.property.value) : undefined
      case 'JSXExpressionContainer':
      case 'JSXFragment':
      case 'ParenthesisExpression':
      case 'TsAsExpression':
      case 'TsNonNullExpression':
        return visit(node.expression ?? node.children, inKey)
    }
  }
  visit(root, false)
  return { keys, names }
}

/** Everything that the scan needs of one file. */
function collect({ file, body }) {
  const constants = constantsOf(body)
  const places = []
  const values = []
  const uses = []
  walk(body, (node, component) => {
    if (node.type === 'JSXElement') {
      if (SHORT.includes(tagOf(node)) || isMenuEntry(node)) places.push({ component, ...shown(node.children, constants) })
      for (const { type, name, value } of node.opening.attributes)
        if (type === 'JSXAttribute') uses.push({ tag: tagOf(node), prop: name.value, component, ...shown(value, constants) })
    }
    if (node.type === 'ObjectExpression' && node.properties.some((one) => one.key?.value === 'onConfirm'))
      for (const { key, value } of node.properties)
        if (key?.value === 'action' || key?.value === 'cancel') places.push({ component, ...shown(value, constants) })
    if (node.type === 'KeyValueProperty') {
      const name = node.key.value
      if (name === 'buttons') for (const text of textsOf(node.value)) places.push({ component, ...shown(text, constants) })
      values.push({ name, plain: node.value.type === 'StringLiteral' ? node.value.value : null, ...shown(node.value, constants) })
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      values.push({ name: node.id.value, plain: null, ...shown(node.init, constants) })
  })
  return { file, places, values, uses }
}

function textsOf(node) {
  const texts = []
  walk(node, (one) => {
    if (one.type === 'KeyValueProperty' && one.key.value === 'text') texts.push(one.value)
  })
  return texts
}

/** The keys of `known` (without plural form) that are shown on something short; `files` are parsed sources. */
export function shortKeys(files, known) {
  const all = files.map(collect)
  const keys = new Set()
  const seen = new Set()
  const add = (pattern) => {
    const matches = new RegExp(`^${pattern.split('*').map(literal).join('[^.]+')}$`)
    for (const key of known) if (matches.test(key)) keys.add(key)
  }
  /** Follows the names that a place shows: values of the file, then the component's props at each use. */
  const follow = (spots, { keys: patterns, names, component }) => {
    for (const pattern of patterns) add(pattern)
    for (const name of names) {
      const id = `${spots.file} ${component} ${name}`
      if (seen.has(id)) continue
      seen.add(id)
      for (const value of spots.values.filter((one) => one.name === name)) {
        if (value.plain) add(value.plain)
        follow(spots, { ...value, component })
      }
      for (const other of all) {
        for (const use of other.uses.filter(({ tag, prop }) => tag === component && prop === name)) follow(other, use)
        // `menu` of routes.tsx: a list in another file whose entries hold keys under the same name.
        if (other !== spots) for (const value of other.values) if (value.name === name && value.plain?.includes('.')) add(value.plain)
      }
    }
  }
  for (const spots of all) for (const place of spots.places) follow(spots, place)
  return keys
}

export const appSources = (root) => parseFolder(`${root}/apps/app/src`)

export const MAX_BUTTON = 28
/** A number has two digits or one, a name or a date about eight letters. */
const NUMBERS = ['n', 'total', 'count']

/** How many characters a text takes on a button. */
export const lengthOnButton = (text) =>
  [...new Intl.Segmenter().segment(text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name) => (NUMBERS.includes(name) ? '00' : '00000000')))].length
