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

/** `IonMenu` → the code of a module that holds nothing but `IonMenu`; the same for hooks such as `useIonToast`. */
function pieces(source: string) {
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
function icons(source: string) {
  return new Map([...source.matchAll(/^export const (\w+) = ".*"$/gm)].map(([code, name = '']) => [name, code]))
}

/**
 * `@ionic/react` is one module: a component that any lazy page uses lands in the chunk that the first screen loads.
 * So does every icon. This gives each of them a module of its own, so that it travels with the pages that use it.
 */
export function ionicPieces(): Plugin {
  const all = new Map([
    ...pieces(read(LIBRARY)),
    ...icons(
      read(ICONS)
        .replaceAll(/^exports\./gm, 'export const ')
        .replaceAll(/;$/gm, ''),
    ),
  ])
  if (all.size < 1000) throw new Error(`${LIBRARY} is no longer laid out as this plugin knows it: ${all.size} pieces found`)
  return {
    name: 'reflet:ionic-pieces',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PIECE) ? `\0${id}` : undefined),
    load: (id) => {
      const name = id.startsWith(`\0${PIECE}`) ? id.slice(PIECE.length + 1) : undefined
      const code = name && all.get(name)
      return code ? { code, moduleSideEffects: false } : undefined
    },
    transform(code, id) {
      if (id.endsWith('/@ionic/react/dist/index.js')) {
        const marked = code.replaceAll(UNMARKED, '= /*@__PURE__*/ $1(')
        return {
          code: `${marked}\nexport { createRoutingComponent, createInlineOverlayComponent, useController, createReactComponent, createForwardRef };`,
          map: null,
        }
      }
      if (!OURS.test(id) || !(code.includes(LIBRARY) || code.includes(ICONS))) return undefined
      const split = code.replaceAll(/import \{([^}]+)\} from '(@ionic\/react|ionicons\/icons)'/g, (_, list: string, from: string) => {
        const names = list
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        const own = names.filter((name) => all.has(name)).map((name) => `import { ${name} } from '${PIECE}${name}'`)
        const rest = names.filter((name) => !all.has(name))
        return [...own, rest.length > 0 ? `import { ${rest.join(', ')} } from '${from}'` : ''].join(';')
      })
      return { code: split, map: null }
    },
  }
}
