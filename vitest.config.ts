import { defineConfig } from 'vitest/config'

/**
 * These share their modules: the features of the server are tested over HTTP, each file on a database of its own, and
 * what contract and console hold is functions.
 */
const TOGETHER = ['server/src/**/*.test.ts', '{contract,console}/**/*.test.ts']
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['server/test/shared-cluster.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'whole',
          include: ['{server,sandbox,scripts}/**/*.test.ts'],
          exclude: TOGETHER,
          ...patience,
        },
      },
      { test: { name: 'together', include: TOGETHER, isolate: false, ...patience } },
    ],
  },
})
