// The walls of the house (docs/ARCHITECTURE.md). scripts/canary.mjs proves on bad imports that each rule fires.
const SERVER = '^apps/server/src'
const APP = '^apps/app/src'
/** The same patterns serve the fixture of bad imports. */
const at = (path) => path.replace(/^\^/, '^(?:scripts/canary/)?')

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one: draw the third that both need.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-knows-zod-only',
      comment: 'The contract is read by server and app: it may import zod and itself.',
      severity: 'error',
      from: { path: at('^packages/contract/src'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: [at('^packages/contract/src'), '^node_modules/zod'] },
    },
    {
      name: 'floor-knows-no-feature',
      comment: 'platform and db carry every feature: they never import one.',
      severity: 'error',
      from: { path: at(`${SERVER}/(platform|db)/`), pathNot: '\\.test\\.ts$' },
      to: { path: at(`${SERVER}/(features|demo|app\\.ts)`) },
    },
    {
      name: 'db-knows-no-platform',
      comment: 'db is the ground floor.',
      severity: 'error',
      from: { path: at(`${SERVER}/db/`) },
      to: { path: at(`${SERVER}/platform/`) },
    },
    {
      name: 'policy-decides-alone',
      comment: 'A policy is a function and an SQL predicate: it needs the schema, the contract, errors and who views.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.policy\\.ts$`) },
      to: { path: at(SERVER), pathNot: at(`${SERVER}/(db/schema/|platform/(errors|session)\\.ts$)`) },
    },
    {
      name: 'queries-only-read',
      comment: 'A query may ask its own policy, a neighbour’s queries and db; it never reaches for HTTP, mail, push, jobs or commands.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.queries\\.ts$`) },
      to: {
        path: at(
          `${SERVER}/(.*\\.commands\\.ts$|.*\\.routes\\.ts$|platform/(http|http-errors|mail|push|jobs|web|openapi|health|rate-limit)\\.ts$)`,
        ),
      },
    },
    {
      name: 'commands-bind-nothing',
      comment: 'A command is called by routes; it knows no HTTP and no route.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/.*\\.commands\\.ts$`) },
      to: { path: at(`${SERVER}/(.*\\.routes\\.ts$|platform/(http|web|openapi)\\.ts$)`) },
    },
    {
      name: 'neighbours-are-asked-by-queries',
      comment: 'A feature asks another through its queries or policy, and never calls its commands.',
      severity: 'error',
      from: { path: at(`${SERVER}/features/([^/]+)/`), pathNot: '\\.test\\.ts$' },
      to: { path: at(`${SERVER}/features/[^/]+/`), pathNot: [at(`${SERVER}/features/$1/`), '\\.(queries|policy)\\.ts$'] },
    },
    {
      name: 'app-is-imported-by-its-entry',
      comment: 'app.ts and routes.tsx know everything: only their entry and tests may know them.',
      severity: 'error',
      from: {
        path: [at(SERVER), at(APP)],
        pathNot: ['/start\\.ts$', '/(main|App|BrowserShell|NativeShell|Screen|SideMenu)\\.tsx$', '/test/', '\\.test\\.tsx?$'],
      },
      to: { path: [at(`${SERVER}/app\\.ts$`), at(`${APP}/routes\\.tsx$`)] },
    },
    {
      name: 'app-features-meet-at-their-api',
      comment: 'A feature of the app uses another only through its *.api.ts.',
      severity: 'error',
      from: { path: at(`${APP}/features/([^/]+)/`) },
      to: { path: at(`${APP}/features/[^/]+/`), pathNot: [at(`${APP}/features/$1/`), '\\.api\\.ts$'] },
    },
    {
      name: 'ui-and-platform-know-no-feature',
      comment: 'What every feature stands on imports none.',
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
    exclude: { path: '(^(apps|packages)/[^/]+/(types/|native/)?dist/|\\.json$|\\.css$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
