import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const LIBRARY = '@ionic/react'
const ICONS = 'ionicons/icons'
const PIECE = 'virtual:piece/'
const FACTORIES = ['createComponent', 'createRoutingComponent', 'createInlineOverlayComponent']
/** Declared without the mark that lets the bundler drop them. */
const UNMARKED = /= (createReactComponent|createForwardRef|React\.memo)\(/g
const OURS = /[\\/]apps[\\/]app[\\/]src[\\/].*\.tsx?$/
const { resolve } = createRequire(import.meta.url)
const read = (id: string) => readFileSync(resolve(id), 'utf8')

/** Classes of the library with what each is made of, and what it needs from there. */
const CLASSES = { IonBackButton: ['IonBackButtonInner', 'IonBackButton'], IonIcon: ['IonIconInner', 'IonIconContainer', 'IonIcon'] }
const SHARED = ['createReactComponent', 'createForwardRef', 'NavContext', 'getConfig']
/** What the pieces need of the library and it does not export. */
const TOOLS = ['createRoutingComponent', 'createInlineOverlayComponent', 'useController', 'createReactComponent', 'createForwardRef']

/** `IonMenu` → the code of a module that holds nothing but `IonMenu`; the same for hooks such as `useIonToast`. */
export function pieces(source: string) {
  const homes = new Map<string, string>()
  for (const [, names = '', from = ''] of source.matchAll(/^import \{ (.+) \} from '((?:@ionic\/core|ionicons)\/components\/.+)';$/gm)) {
    for (const name of names.split(', ')) {
      const [imported = '', local = imported] = name.split(' as ')
      homes.set(local, `import { ${imported} as ${local} } from '${from}'`)
    }
  }
  const found = new Map<string, string>()
  const declaration = new RegExp(`^const (Ion\\w+) = /\\*@__PURE__\\*/ (${FACTORIES.join('|')})\\([\\s\\S]*?\\);$`, 'gm')
  for (const [code, name = '', factory = ''] of source.matchAll(declaration)) {
    const imports = [...new Set(code.match(/[A-Za-z]\w*\$\w+/g))].map((local) => homes.get(local))
    if (imports.includes(undefined)) continue
    const maker =
      factory === 'createComponent'
        ? "import React from 'react'; import { createComponent } from '@stencil/react-output-target/runtime'"
        : `import { ${factory} } from '${LIBRARY}'`
    // A routing component registers itself but not the parts inside it (ripple, icon): its own file knows them.
    const file = factory === 'createRoutingComponent' && / from '.+'$/.exec(imports[0] ?? '')?.[0]
    const parts = file ? `import { defineCustomElement as withParts }${file}; withParts()` : ''
    found.set(name, [maker, ...imports, parts, `export ${code}`].join('\n'))
  }
  const hook = /^function (useIon\w+)\(\) \{\n {4}const .+ = useController\('\w+', (\w+), (\S+)\);[\s\S]*?^\}$/gm
  for (const [code, name = '', controller = '', define = ''] of source.matchAll(hook)) {
    const tools = `import { useCallback, useMemo } from 'react'; import { useController } from '${LIBRARY}'`
    const overlay = `import { ${controller} } from '@ionic/core/components'`
    found.set(name, [tools, overlay, homes.get(define), `export ${code}`].join('\n'))
  }
  for (const [name, parts] of Object.entries(CLASSES)) {
    const codes = parts.map((part) => new RegExp(`^(?:const ${part} = .+;|class ${part} [\\s\\S]*?^\\})$`, 'm').exec(source)?.[0])
    if (codes.includes(undefined)) continue
    const code = codes.join('\n')
    const locals = [...new Set(code.match(/[A-Za-z]\w*\$\w+/g))].map((local) => homes.get(local))
    if (locals.includes(undefined)) continue
    const tools = `import React from 'react'; import { jsx } from 'react/jsx-runtime'; import { ${SHARED.join(', ')} } from '${LIBRARY}'`
    found.set(name, [tools, ...locals, code, `export { ${name} }`].join('\n'))
  }
  return found
}

/** Each icon alone. */
export function icons(source: string) {
  const found = source.matchAll(/^exports\.(\w+) = (".*");?$/gm)
  return new Map([...found].map(([, name = '', drawing = '']) => [name, `export const ${name} = ${drawing}`]))
}

/** Used from the library itself: hooks and setup, and components that it wires to one another or to the router. */
const WHOLE = new Set([
  'IonApp',
  'IonPage',
  'IonRouterContext',
  'IonRouterOutlet',
  'IonTabBar',
  'IonTabButton',
  'IonTabs',
  'NavContext',
  'setupIonicReact',
  'useIonRouter',
  'useIonViewDidEnter',
])

/** The library with marks by which the bundler may drop what no page uses, and with the tools that the pieces need. */
export function marked(source: string) {
  const missing = TOOLS.filter((name) => !new RegExp(`^(const|function|class) ${name}\\b`, 'm').test(source))
  if (missing.length > 0) throw changed(LIBRARY, missing)
  if (!UNMARKED.test(source)) throw changed(LIBRARY, ['what is declared without a mark'])
  return `${source.replaceAll(UNMARKED, '= /*@__PURE__*/ $1(')}\nexport { ${TOOLS.join(', ')} };`
}

const changed = (library: string, names: readonly string[]) =>
  new Error(`${library} is no longer laid out as build/ionic-pieces.ts knows it: ${names.join(', ')} not found`)

/** `add as plus` imports `add`. */
const nameIn = (imported: string) => imported.split(' as ')[0] ?? imported

const IMPORT = /import \{([^}]+)\} from '(@ionic\/react|ionicons\/icons)'/g

/**
 * A source of ours that imports each component and each icon from a module of its own. Throws when one is not found: it would come
 * with the whole library, onto the first screen.
 */
export function split(code: string, components: ReadonlyMap<string, string>, drawings: ReadonlyMap<string, string>) {
  return code.replaceAll(IMPORT, (_, list: string, from: string) => {
    const names = list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const known = from === ICONS ? drawings : components
    const whole = from === ICONS ? [] : names.filter((name) => WHOLE.has(name) || name.startsWith('type '))
    const alone = names.filter((name) => !whole.includes(name))
    const missing = alone.map(nameIn).filter((name) => !known.has(name))
    if (missing.length > 0) throw changed(from, missing)
    const own = alone.map((name) => `import { ${name} } from '${PIECE}${nameIn(name)}'`)
    return [...own, whole.length > 0 ? `import { ${whole.join(', ')} } from '${from}'` : ''].join(';')
  })
}

/**
 * `@ionic/react` is one module: a component that any lazy page uses lands in the chunk that the first screen loads.
 * So does every icon. This gives each of them a module of its own, so that it travels with the pages that use it.
 */
export function ionicPieces(): Plugin {
  const components = pieces(read(LIBRARY))
  const drawings = icons(read(ICONS))
  return {
    name: 'reflet:ionic-pieces',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PIECE) ? `\0${id}` : undefined),
    load: (id) => {
      const name = id.startsWith(`\0${PIECE}`) ? id.slice(PIECE.length + 1) : ''
      const code = components.get(name) ?? drawings.get(name)
      return code ? { code, moduleSideEffects: false } : undefined
    },
    transform(code, id) {
      if (id.endsWith('/@ionic/react/dist/index.js')) return { code: marked(code), map: null }
      if (!OURS.test(id) || !(code.includes(LIBRARY) || code.includes(ICONS))) return undefined
      return { code: split(code, components, drawings), map: null }
    },
  }
}
