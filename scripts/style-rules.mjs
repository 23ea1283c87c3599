// The rules of the app's style sheets, as functions of what is in the files. scripts/check-styles.mjs applies them.

/** The only global style sheets, each with its reason. Every other one is a CSS module. */
export const GLOBAL_SHEETS = {
  'tokens.css': 'custom properties: colours, space, corners, shadows, type, layers',
  'critical.css': 'the painted shell of index.html, which knows no script',
  'theme.css': "Ionic's custom properties, and the elements of HTML",
  'ui/ionic.css': "Ionic's components, which have names of their own",
  'ui/utilities.css': 'the utility classes that features compose',
  'ui/rows.css': 'the rows of lists that features compose: options, groups, people, chips',
  'features/tours/tour.css': 'driver.js gives its elements their names',
}

/** A component's root, so that a parent's module can place it: `.figures-head :global(.select)`. Its look is in the module. */
const PLACED = [
  'answer-words',
  'avatar',
  'award-drawing',
  'chart',
  'count',
  'empty',
  'icon',
  'legal',
  'qr',
  'radar',
  'scene',
  'select',
  'trust',
]
/** What Ionic sets itself. */
const OF_IONIC = ['ion-page', 'ionicon-fill-none', 'ionicon-stroke-width', 'menu-pane-visible', 'split-pane-visible']

const COMMENT = /\/\*[\s\S]*?\*\//g
const CLASS = /\.(-?[a-zA-Z_][\w-]*)/g
const MODULE = '.module.css'
const camel = (name) => name.replaceAll(/-+(\w)/g, (_, letter) => letter.toUpperCase())
const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name)

/** Every selector of a sheet, without those of keyframes. */
function selectorsOf(css) {
  const text = css.replaceAll(COMMENT, '').replaceAll(/@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  return [...text.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector.trim()).filter((selector) => !selector.startsWith('@'))
}

/** Selectors with `:hover` that apply on a touch screen too: there it stays on what is under the last tap, also on the next screen. */
function stickyHovers(css) {
  const found = []
  const open = []
  for (const [, prelude, end] of css.replaceAll(COMMENT, '').matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') open.pop()
    if (end !== '{') continue
    open.push(prelude.trim())
    if (prelude.includes(':hover') && !open.some((outer) => /^@media .*\(hover: hover\)/.test(outer))) found.push(prelude.trim())
  }
  return found
}

/** `a, b:is(c, d)` → `a`, `b:is(c, d)`. */
function alternatives(list) {
  const parts = ['']
  let depth = 0
  for (const letter of list) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

const localsOf = (css) => new Set(selectorsOf(css).flatMap((selector) => namesIn(selector.replaceAll(/:global\([^)]*\)/g, ''), CLASS)))

/** Feature sheets are modules, and each selector in them belongs to a class of the module. */
function sheetProblems({ path, css }) {
  const problems = []
  const isModule = path.endsWith(MODULE)
  if (!isModule && !(path in GLOBAL_SHEETS)) problems.push(['not-a-module', path])
  if (isModule)
    for (const selector of selectorsOf(css).flatMap(alternatives))
      if (namesIn(selector.replaceAll(/:global\([^)]*\)/g, ''), CLASS).length === 0) problems.push(['global-selector', selector.trim()])
  if (path !== 'tokens.css' && path !== 'theme.css')
    for (const colour of css.replaceAll(COMMENT, '').match(/#[0-9a-f]{3,8}\b|\brgba?\(/gi) ?? []) problems.push(['colour', colour])
  for (const selector of stickyHovers(css)) problems.push(['hover', selector])
  return problems.map(([rule, what]) => ({ rule, path, what }))
}

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g
const resolve = (from, to) => new URL(to, `file:///${from}`).pathname.slice(1)

/** What the sources import and use of each module. */
function usesOf(sources) {
  const uses = []
  for (const { path, code } of sources)
    for (const [, local, to] of code.matchAll(IMPORT))
      for (const name of namesIn(code, new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) uses.push({ path, sheet: resolve(path, to), name })
  return uses
}

/** `styles.name` exists, and every class of a module is used. TypeScript knows neither: a module is any name to any string. */
function moduleProblems(sheets, sources) {
  const uses = usesOf(sources)
  const problems = []
  for (const { path, css } of sheets.filter((sheet) => sheet.path.endsWith(MODULE))) {
    const locals = new Set([...localsOf(css)].map(camel))
    const used = uses.filter(({ sheet }) => sheet === path)
    for (const { path: by, name } of used)
      if (!locals.has(name)) problems.push({ rule: 'unknown-class', path: by, what: `${name} of ${path}` })
    for (const name of locals) if (!used.some((one) => one.name === name)) problems.push({ rule: 'unused-class', path, what: name })
  }
  return problems
}

/** Class names that are written out: without the parts that are computed. */
function writtenClasses(code) {
  const withoutComputed = (text) => text.replaceAll(/\S*\$\{[^}]*\}\S*/g, ' ')
  // Also those that are put together before: a template with a class of a module.
  const values = [...namesIn(code, /className="([^"]*)"/g), ...namesIn(code, /`([^`]*\$\{\w*[sS]tyles\.[^`]*)`/g).map(withoutComputed)]
  for (const { index } of code.matchAll(/className=\{/g)) {
    const start = index + 'className={'.length
    let end = start
    for (let depth = 1; depth > 0; end++) depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0
    const value = code.slice(start, end - 1)
    const quoted = value.replaceAll(/[!=]== '[^']*'/g, '')
    values.push(...namesIn(quoted, /'([^']*)'/g), ...namesIn(quoted, /`([^`]*)`/g).map(withoutComputed))
  }
  return values.flatMap((value) => value.split(/\s+/)).filter(Boolean)
}

/** A name that is written out is a class of a global sheet or the place of a component: what a journey locates is a test id. */
function nameProblems(sheets, sources) {
  const known = new Set([...sheets.filter(({ path }) => path in GLOBAL_SHEETS).flatMap(({ css }) => [...localsOf(css)]), ...PLACED])
  return sources.flatMap(({ path, code }) =>
    writtenClasses(code)
      .filter((name) => !known.has(name) && !name.startsWith('ion-'))
      .map((name) => ({ rule: 'unknown-name', path, what: name })),
  )
}

/** A `:global(.name)` that no component sets styles nothing. */
function placeProblems(sheets, sources) {
  const set = new Set([...OF_IONIC, ...sources.flatMap(({ code }) => writtenClasses(code))])
  return sheets
    .filter(({ path }) => path.endsWith(MODULE))
    .flatMap(({ path, css }) =>
      selectorsOf(css)
        .flatMap((selector) => namesIn(selector, /:global\(([^)]*)\)/g))
        .flatMap((inside) => namesIn(inside, CLASS))
        .filter((name) => !set.has(name))
        .map((what) => ({ rule: 'unset-global', path, what })),
    )
}

/** A test id is what a journey locates, where a role or a label cannot. */
const testIdProblems = (sources, journeys) =>
  sources.flatMap(({ path, code }) =>
    namesIn(code, /data-testid=(?:"|\{[^}]*')([\w-]+)/g)
      .filter((name) => !new RegExp(`estId\\('${name}'\\)|data-testid="${name}"`).test(journeys))
      .map((what) => ({ rule: 'unread-test-id', path, what })),
  )

/** Firefox shows the caption of a hidden table, and parts of tables that are hidden lose their place in it: a block hides (ui/HiddenTable.tsx). */
const hiddenTableProblems = (sources) =>
  sources.flatMap(({ path, code }) =>
    namesIn(code, /<(table|caption|thead|tbody|tr|th|td)\b(?:=>|[^>])*\bvisually-hidden\b/g).map((what) => ({
      rule: 'hidden-table',
      path,
      what,
    })),
  )

/** `sheets` and `sources` with paths below apps/app/src; `journeys` is the text of e2e. */
export const styleProblems = ({ sheets, sources, journeys }) => [
  ...sheets.flatMap(sheetProblems),
  ...moduleProblems(sheets, sources),
  ...nameProblems(sheets, sources),
  ...placeProblems(sheets, sources),
  ...testIdProblems(sources, journeys),
  ...hiddenTableProblems(sources),
]

export const RULES = {
  'not-a-module': 'is neither a CSS module nor one of the global sheets',
  'global-selector': 'has a selector without a class of this module',
  colour: 'has a colour that is not in tokens.css',
  hover: 'has :hover outside of @media (hover: hover): after a tap it stays on what is under the finger',
  'unknown-class': 'uses a class that its module does not have',
  'unused-class': 'has a class that no component uses',
  'unknown-name': 'writes a class name that no global sheet has: remove it, or make it a data-testid where a journey needs it',
  'unset-global': 'styles a class that no component sets',
  'unread-test-id': 'has a data-testid that no journey locates: remove it',
  'hidden-table': 'hides a part of a table for all but screen readers',
}
