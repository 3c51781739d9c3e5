import { defineConfig } from 'vitest/config'

/**
 * These share their modules: the features of the server are tested over HTTP, each file on a database of its own, each
 * file of the payment sandbox starts its own, and what contract, console and scripts hold is functions.
 */
const TOGETHER = ['{server,contract,console,sandbox,scripts}/**/*.test.ts']
/** A process has one time zone, read once. */
const ZONES = ['console/src/kit/format/{words,zones}.test.ts']
/**
 * These end processes by force, fill disks, wait for who does not answer, start whole consoles and follow money through
 * months: eight in a hundred tests, and more than half of the time.
 */
const LONG = [
  'server/test/{durability,first-start,full-disk,greeting,killed-payments,outage,provider-faults,refused-start,stop,usage}.test.ts',
  'server/src/orders/{cancel-order,change-orders,organization-limit,refund-plan,take-checkout}.test.ts',
  'server/src/{finance/kept-revenue,organization-plans/change-plan}.test.ts',
  'server/simulate/*.test.ts',
  'server/src/kit/{health/watch,http/edge/connections,jobs/jobs,postgres/{data-directory,embedded}}.test.ts',
  'server/src/{open-database,outside/stripe/provider,payments/provider-state}.test.ts',
  'sandbox/test/{process,year}.test.ts',
  'server/backup/*.test.ts',
  'server/irs/{import-command,refused-files}.test.ts',
]
const patience = { testTimeout: 20_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['server/test/shared-cluster.ts'],
    maxWorkers: 3,
    projects: [
      { test: { name: 'zones', include: ZONES, ...patience } },
      {
        test: { name: 'together', include: TOGETHER, exclude: [...ZONES, ...LONG], isolate: false, ...patience },
      },
      { test: { name: 'long', include: LONG, ...patience } },
    ],
  },
})
