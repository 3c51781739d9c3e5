import { defineConfig } from '@playwright/test'
import { browserPath } from './e2e/browser.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/shared-cluster.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: '.cache/test-results',
  workers: 3,
  // Each worker has the product to itself, and each test makes what it needs.
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
  // On machines that others use too. What passed at the second try only is named, and is a defect all the same.
  retries: process.env.CI ? 1 : 0,
  reporter: [['dot'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    // A trace takes a third of the time of all tests for what only a failed one needs: ask for it with --trace=on.
    trace: 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: {
      executablePath: await browserPath(),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
