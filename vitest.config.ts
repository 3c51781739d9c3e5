import { defineConfig } from 'vitest/config'

/** The features of the server are tested over HTTP, each file on a database of its own: they share their modules. */
const FEATURES = 'server/src/**/*.test.ts'
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['server/test/shared-cluster.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'whole',
          include: ['{contract,server,console,sandbox,scripts}/**/*.test.ts'],
          exclude: [FEATURES],
          ...patience,
        },
      },
      { test: { name: 'features', include: [FEATURES], isolate: false, ...patience } },
    ],
  },
})
