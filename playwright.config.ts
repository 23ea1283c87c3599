import { defineConfig } from '@playwright/test'
import { launchOf } from './e2e/support/browser.ts'
import { ensureHeadless } from './scripts/ensure-chromium.mjs'

/** Journeys in a real browser against the real server. Each test starts a server of its own (e2e/support/server.ts). */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/demo.setup.ts',
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts', fullyParallel: true },
    { name: 'screens', testMatch: '**/pictures.ts' },
    { name: 'tutorial', testMatch: '**/tutorial.ts' },
  ],
  outputDir: 'test-results',
  // Two cores: a third worker computes while the others wait for a mail.
  workers: 3,
  // Generous: neither a machine that stands still for a while nor one with much else to do must fail a journey.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  // The duration of each journey; failures are printed at the end.
  reporter: [['list']],
  use: {
    headless: true,
    // A journey whose calls are intercepted must see them: those about the worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: launchOf(ensureHeadless()),
  },
})
