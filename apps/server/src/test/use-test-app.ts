import { afterAll, beforeAll } from 'vitest'
import { buildTestApp, type Own, type TestApp } from './build-test-app.ts'

/**
 * A server with its database for all tests of a file: started before the first, closed after the last. The object is filled when the
 * server starts, so hooks and tests can use it, not the module itself. Call it before other hooks: hooks run in the order of their calls.
 */
export function useTestApp(own: Own | (() => Promise<Own>) = {}): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await buildTestApp(typeof own === 'function' ? await own() : own))
  })
  afterAll(() => app.close())
  return app
}
