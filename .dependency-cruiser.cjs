// Module boundaries (docs/ARCHITECTURE.md). scripts/check-boundaries.mjs tests each rule on the forbidden imports of scripts/canary.
const SERVER = '^apps/server/src'
const APP = '^apps/app/src'
/** The base features: a layer below the others, whose commands any feature may call. They import no other feature. */
const BASE = '(guests|messages|account-deletion|relations|audit|search-index)'
/** The same patterns match the fixture of forbidden imports. */
const at = (path) => path.replace(/^\^/, '^(?:scripts/canary/)?')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-file-cycles',
      comment: 'Two files that import each other are one, or need a third one that both import.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-imports-zod-only',
      comment: 'The contract is read by server and app: it may import zod and itself.',
      severity: 'error',
      from: { path: at('^packages/contract/src'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [at('^packages/contract/src'), '^node_modules/zod'] },
    },
    {
      name: 'platform-imports-no-feature',
      comment: 'platform and db are shared by all features: they never import one.',
      severity: 'error',
      from: { path: at(`${SERVER}/(platform|db)/`), pathNot: '\\.test\\.ts$' },
      to: { path: at(`${SERVER}/(features|demo|app\\.ts)`) },
    },
    {
      name: 'db-imports-no-platform',
      comment: 'db is the lowest layer.',
      severity: 'error',
      from: { path: at(`${SERVER}/db/`) },
      to: { path: at(`${SERVER}/platform/`) },
    },
    {
      name: 'policies-are-pure',
      comment:
        'A policy is a pure function and an SQL predicate: it imports the SQL tag, columns, the contract, errors and the viewer only.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.policy\\.ts$`) },
      to: { path: at(SERVER), pathNot: at(`${SERVER}/(db/(sql|columns)\\.ts$|platform/(errors|session)\\.ts$)`) },
    },
    {
      name: 'queries-only-read',
      comment: 'A query imports its own policy, queries of other features and db, never HTTP, mail, push, jobs or commands.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.queries\\.ts$`) },
      to: {
        path: at(
          `${SERVER}/(.*\\.commands\\.ts$|.*\\.routes\\.ts$|platform/(http|http-errors|mail|push|jobs|static-files|openapi|health|rate-limit)\\.ts$)`,
        ),
      },
    },
    {
      name: 'commands-know-no-http',
      comment: 'A command is called by routes; it imports no HTTP and no route.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.commands\\.ts$`) },
      to: { path: at(`${SERVER}/(.*\\.routes\\.ts$|platform/(http|static-files|openapi)\\.ts$)`) },
    },
    {
      name: 'features-meet-at-queries',
      comment:
        'A feature reads another through its queries or policy and never calls its commands; the base features may be called by all.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/([^/]+)/`), pathNot: '\\.test\\.ts$' },
      to: {
        path: at(`${SERVER}/features/[^/]+/`),
        pathNot: [at(`${SERVER}/features/($1|${BASE})/`), '\\.(queries|policy)\\.ts$'],
      },
    },
    {
      name: 'base-features-import-no-feature',
      comment: 'The base features are a layer below all others: they import platform, db and one another.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/${BASE}/`), pathNot: '\\.test\\.ts$' },
      to: { path: at(`${SERVER}/features/`), pathNot: at(`${SERVER}/features/${BASE}/`) },
    },
    {
      name: 'app-is-imported-by-its-entry',
      comment: 'app.ts and routes.tsx import every feature: only their entry and tests may import them.',
      severity: 'error',
      from: {
        path: [at(SERVER), at(APP)],
        pathNot: [
          '/start\\.ts$',
          '/(main|App|BrowserShell|NativeShell|Screen)\\.tsx$',
          '/(menu|preload)\\.ts$',
          '/test/',
          '\\.test\\.tsx?$',
        ],
      },
      to: { path: [at(`${SERVER}/app\\.ts$`), at(`${APP}/routes\\.tsx$`)] },
    },
    {
      name: 'app-features-meet-at-their-api',
      comment: 'A feature of the app uses another only through its *.api.ts and its public components, *.public.tsx.',
      severity: 'error',
      from: { path: at(`${APP}/features/([^/]+)/`) },
      to: { path: at(`${APP}/features/[^/]+/`), pathNot: [at(`${APP}/features/$1/`), '\\.(api\\.ts|public\\.tsx)$'] },
    },
    {
      name: 'ui-and-platform-import-no-feature',
      comment: 'ui and platform are shared by all features: they never import one.',
      severity: 'error',
      from: { path: at(`${APP}/(ui|platform)/`) },
      to: { path: at(`${APP}/(features/|routes\\.tsx$)`) },
    },
    {
      name: 'capacitor-behind-platform',
      comment: 'Native plugins are reached only through src/platform.',
      severity: 'error',
      from: { path: at(APP), pathNot: at(`${APP}/platform/`) },
      to: { path: '^(node_modules/)?(@capacitor|@aparajita)/' },
    },
    {
      name: 'production-needs-no-development-package',
      comment: '`npm ci --omit=dev` must start: only development.ts and tests import development packages.',
      severity: 'error',
      from: { path: at(SERVER), pathNot: ['/development\\.ts$', '/test/', '\\.test\\.ts$'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    },
    {
      name: 'sides-meet-at-the-contract',
      comment: 'Server and app share the contract, nothing else.',
      severity: 'error',
      from: { path: at('^apps/(server|app)/') },
      to: { path: at('^apps/(server|app)/'), pathNot: at('^apps/$1/') },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    exclude: { path: '(^(apps|packages)/[^/]+/((types/|native/)?dist|android|ios)/|\\.json$|\\.css$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
