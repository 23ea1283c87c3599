import type { Plugin } from 'vite'

const JSON_SCHEMA = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/
/** Zod's own English sentences: the app shows words of its own, by code. */
const SENTENCES = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const EXPORTED = /^export (?:const|function) (\w+)/gm

/**
 * Every zod schema carries the means to describe itself as JSON Schema: 6 KB of Brotli that only the server's OpenAPI
 * document uses. In the app these functions keep their names and throw.
 */
export function leanZod(): Plugin {
  return {
    name: 'reflet:lean-zod',
    apply: 'build',
    transform(code, id) {
      if (SENTENCES.test(id)) return { code: 'export default () => ({})', map: null }
      if (!JSON_SCHEMA.test(id)) return undefined
      const names = [...code.matchAll(EXPORTED)].map(([, name]) => name ?? '')
      const process = code.includes('export { processSchema as process }') ? 'export { processSchema as process };' : ''
      const absent = "const absent = () => { throw new Error('The app has no JSON Schema') };"
      const stubs = names.map((name) => `export const ${name} = ${/^create\w+Method$/.test(name) ? '() => absent' : 'absent'};`)
      return { code: [absent, ...stubs, process].join('\n'), map: null }
    },
  }
}
