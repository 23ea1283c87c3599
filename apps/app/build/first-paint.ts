import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
const ENTRY = /<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>\s*/
const LINKS = /<link rel="(modulepreload|stylesheet)"[^>]*>\s*/g

/** Enough for our own hand-written style sheet: comments and white space. */
const squeeze = (css: string) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .trim()

/**
 * The painted shell must reach the screen before any script competes with it. So its style sheet stands in the page,
 * and the module script, its preloads and its style sheet are appended by the page's only inline script after the
 * first paint. `csp.json` tells the server that script's hash for its Content-Security-Policy.
 */
export function firstPaint(): Plugin {
  let build = false
  return {
    name: 'reflet:first-paint',
    enforce: 'post',
    configResolved: (config) => {
      build = config.command === 'build'
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const css = ['tokens', 'critical'].map((name) => squeeze(readFileSync(new URL(`../src/${name}.css`, import.meta.url), 'utf8')))
        const painted = html.replace('<!-- src/tokens.css, src/critical.css -->', () => `<style>${css.join('')}</style>`)
        if (painted === html) throw new Error('index.html has no place for its style sheet')
        if (!build) return painted
        const entry = ENTRY.exec(painted)?.[1]
        if (!entry) throw new Error('index.html has no module script')
        const links = [...painted.matchAll(LINKS)].map(([tag, rel]) => [rel, /href="([^"]+)"/.exec(tag)?.[1]])
        return painted
          .replace(ENTRY, '')
          .replaceAll(LINKS, '')
          .replace('/* build:entry */ null', () => JSON.stringify(entry))
          .replace('/* build:links */ []', () => JSON.stringify(links))
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('index.html is not in the bundle')
        const scripts = [...String(page.source).matchAll(INLINE)].map(([, code]) => code ?? '')
        if (scripts.length !== 1) throw new Error(`index.html has ${scripts.length} inline scripts instead of one`)
        const script = scripts.map((code) => `sha256-${createHash('sha256').update(code).digest('base64')}`)
        this.emitFile({ type: 'asset', fileName: 'csp.json', source: JSON.stringify({ script }) })
      },
    },
  }
}
