import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const CORE = dirname(createRequire(import.meta.url).resolve('@ionic/react')).replace(/react[\\/]dist$/, 'core/components')

/** The components that every screen stands on. */
const UNDER_EVERY_SCREEN = ['ion-app', 'ion-router-outlet', 'ion-split-pane', 'ion-content', 'ion-button']

/** What ion-app and ion-router-outlet import a moment later on every device, by the names of the exports. */
const SOON_AFTER = ['startTapClick', 'startFocusVisible', 'startKeyboardAssist', 'createSwipeBackGesture']

/** These components' files and all that they import. */
function underEveryScreen() {
  const found = new Set<string>()
  const soonAfter = new Set(SOON_AFTER)
  const read = (file: string) => readFileSync(join(CORE, file), 'utf8')
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, next = ''] of read(file).matchAll(/(?:import|from)\s*"\.\/([\w-]+\.js)"/g)) visit(next)
    for (const [, later = ''] of read(file).matchAll(/import\("\.\/([\w-]+\.js)"\)/g)) {
      const exported = SOON_AFTER.filter((name) => new RegExp(`as ${name}\\b`).test(read(later)))
      if (exported.length > 0) visit(later)
      for (const name of exported) soonAfter.delete(name)
    }
  }
  for (const name of UNDER_EVERY_SCREEN) visit(`${name}.js`)
  if (soonAfter.size > 0) throw new Error(`@ionic/core has no ${[...soonAfter].join(', ')}: see build/chunks.ts`)
  return found
}

const files = underEveryScreen()

const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|react-error-boundary|scheduler|i18next|react-i18next|zod|react-router|react-router-dom|@remix-run[\\/]router|@tanstack[\\/](query-core|react-query))[\\/].*\.m?js$|rolldown\/runtime|vite\/preload-helper/
/** What the first screen does without: it travels with the pages that use it. */
const LATER = /[\\/](queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery|hydration)\.js$/
const IONIC =
  /[\\/]node_modules[\\/](@ionic[\\/](react|react-router)|@stencil[\\/]react-output-target|@lit[\\/]react)[\\/].*\.js$|virtual:piece\/Ion(SplitPane|Content|Button)$/
const APP =
  /[\\/]app[\\/]src[\\/](platform[\\/](address|build-target|client|code|current-user|date-style|direction|draft-records|errors|events|loading|locale|online|paths|query|quick|server|session|session-hooks|startup|step-up|storage|store|theme|token|user-record-cache)\.ts|features[\\/](contacts[\\/]local-record|tours[\\/]flags)\.api\.ts|App\.|BrowserShell|Screen|session-parts|routes|ui[\\/](page-element|shell|StableNavigation|NotShown|ErrorNotice)\.tsx?)|[\\/]contract[\\/]src[\\/](answers|common|counting|durations|endpoint|errors|openapi|people|plain|relations|session)\.ts/
/** One file of styles for all that features share, in the order in which main.tsx and the components import them. */
const STYLES =
  /[\\/]@ionic[\\/]react[\\/]css[\\/]|[\\/]app[\\/]src[\\/](ui[\\/])?(tokens|critical|theme|ionic|utilities|rows)\.css|[\\/]app[\\/]src[\\/]ui[\\/][\w-]+\.module\.css/
/** Small components and functions that most pages after the login share. */
const SHARED =
  /[\\/]app[\\/]src[\\/](ui[\\/](AnswerWords|Avatar|ConnectionLine|CopyText|CountBadge|Dialog|Drawing|EmptyState|FilterChips|HiddenTable|ListRow|MoreButton|Names|NoAnswer|PageSheet|RatingInput|RelationOptions|ScaleLines|Sheet|SheetHeader|Skeleton|SkillHeading|TextAreaField|FieldGrowth|ThanksWords|TrustLine|WriteForm|RelationViews|badges|confirm|covered|on-screen|quality|query-param|reason|search-pages|send-later|step-focus|toast)|platform[\\/](clipboard|days|download|drafts|files|full-name|haptics|just-sent|lists|new-version|outbox|press|search|send-outcome|share)|features[\\/](directory[\\/](directory|handover|people-search|person|suggestions|PersonChips|PersonChooser|PersonOption)\.(api|public)|feedback[\\/]answers[\\/]pending\.api))\.tsx?/
const FIRST_SCREEN =
  /[\\/]features[\\/]session[\\/](?!Reset|Forgotten|Refused|SignOn|SecondFactor|CompanySignOn|ServerPage|Update|update|signing-in|sign-on-failure|password)|[\\/]ui[\\/](Field(?!Growth)|Error|Language|Logo|Select|Icon|useProblems)/

const isCore = (id: string) => {
  const [, file] = /@ionic[\\/]core[\\/]components[\\/]([\w-]+\.js)$/.exec(id) ?? []
  return file !== undefined && files.has(file)
}

const isIcon = (id: string) => /virtual:piece\/[a-z]\w+$/.test(id)

interface Graph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** A file of ours and the icons that it draws. */
const withIcons = (name: string, test: { test(id: string): boolean }) => ({
  debugName: name,
  name: (id: string, graph: Graph) =>
    test.test(id) || (isIcon(id) && graph.getModuleInfo(id)?.importers.some((by) => test.test(by))) ? name : null,
})

/**
 * Four files instead of forty for the first screen, each importing only those before it. What single pages need beyond
 * them keeps travelling with those pages.
 */
export const groups = [
  { name: 'base', test: (id: string) => LIBRARIES.test(id) && !LATER.test(id) },
  { name: 'ionic', test: (id: string) => IONIC.test(id) || isCore(id) },
  withIcons('app', { test: (id) => APP.test(id) || STYLES.test(id) }),
  withIcons('first', FIRST_SCREEN),
  // One file each instead of dozens of small ones: the first screen lists the files of every page.
  { name: 'icons', test: isIcon },
  { name: 'ui', test: (id: string) => SHARED.test(id) },
]

/** A file that imported a later one would meet it half loaded: the build stops instead. */
export function ordered(): Plugin {
  const order = ['base', 'ionic', 'app', 'first']
  return {
    name: 'reflet:ordered-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const nameOf = (file: string) => chunks.find((chunk) => chunk.fileName === file)?.name ?? file
      for (const chunk of chunks.filter(({ name }) => order.includes(name))) {
        const early = order.slice(0, order.indexOf(chunk.name))
        const late = chunk.imports.map(nameOf).filter((name) => !early.includes(name) && name !== 'rolldown-runtime')
        if (late.length > 0) throw new Error(`${chunk.name} imports ${late.join(', ')}: see build/chunks.ts`)
      }
    },
  }
}
