import { enableCompileCache, registerHooks } from 'node:module'

// Plain JavaScript: a TypeScript entry would load Node's type stripper before its cache is set up. The compile cache is kept between
// starts: the second start takes a fraction of the time.
enableCompileCache()

/**
 * Startup time: Node parses a package's whole `exports` map again for every file of it and for every import of it. drizzle-orm has 600
 * entries, and 300 files of ours and of its own import it: most of the time of a start. So this hook resolves a relative import inside
 * these packages directly, and caches the same name imported by our own files. Of zod's 60 languages only English is loaded, because
 * refusals are codes.
 */
const INSIDE = /\/node_modules\/(drizzle-orm|zod)\//
const OWN = new URL('../../../', import.meta.url).href
const resolved = new Map()
registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? ''
    if (specifier.startsWith('.')) {
      if (!INSIDE.test(parent) || !context.conditions.includes('import')) return nextResolve(specifier, context)
      const file = specifier === '../locales/index.js' ? '../locales/en.js' : specifier
      return { url: new URL(file, parent).href, format: 'module', shortCircuit: true }
    }
    if (!parent.startsWith(OWN) || parent.includes('/node_modules/')) return nextResolve(specifier, context)
    const known = resolved.get(specifier)
    if (known) return { ...known, shortCircuit: true }
    const found = nextResolve(specifier, context)
    resolved.set(specifier, found)
    return found
  },
})
