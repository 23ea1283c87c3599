import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes longest; began last, it would run alone at the end. Before it the other project of the server: a worker keeps its modules for
 * the next file of the same project only.
 */
const LONG = /\/(first-company|several-processes|hostile-inputs|year|start|cuts|singling-out(-\w+)?)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const rank = ({ moduleId, project }: TestSpecification) => (project.name === 'embedded' ? 0 : LONG.test(moduleId) ? 1 : 2)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}

const SERVER: TestProjectInlineConfiguration['test'] = {
  globalSetup: ['apps/server/src/test/global-setup.ts'],
  setupFiles: ['apps/server/src/test/seed-properties.ts', 'apps/server/src/test/check-results.ts'],
  pool: 'forks',
  // Each file has a database and a server of its own; the modules and the compiled database are shared.
  isolate: false,
  // Generous: a machine that is busy with something else must not fail a test.
  testTimeout: 300_000,
  hookTimeout: 300_000,
}

/** What the embedded database could do differently; start.test.ts has its lock, and what a kill leaves. */
const EMBEDDED = ['db/query', 'features/account/export', 'features/feedback/main-job', 'platform/jobs']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          include: ['packages/contract/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'bench/*.test.ts'],
          ...SERVER,
        },
      },
      {
        // Beside the server's tests on PostgreSQL.
        test: {
          name: 'embedded',
          include: EMBEDDED.map((name) => `apps/server/src/${name}.test.ts`),
          ...SERVER,
        },
      },
      {
        test: {
          name: 'deploy',
          include: ['deploy/test/*.test.ts'],
          pool: 'forks',
          testTimeout: 1_800_000,
          hookTimeout: 300_000,
        },
      },
      {
        define: { __APP_VERSION__: '"test"' },
        test: {
          name: 'app',
          include: ['apps/app/{src,build}/**/*.test.ts'],
        },
      },
    ],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
})
