import { defineConfig } from 'vitest/config'

/**
 * Files that share their modules: server features over HTTP, each file with a database of its own, the payment sandbox,
 * and the functions of contract, console and scripts.
 */
const TOGETHER = ['{server,contract,console,sandbox,scripts}/**/*.test.ts']
/** A process reads its time zone once. */
const ZONES = ['console/src/kit/format/{words,zones}.test.ts']
/** Long tests that share their modules too: they follow money through months, mail through servers that hang, and time what attacks cost. */
const LONG_TOGETHER = [
  'server/src/campaigns/campaigns.test.ts',
  'server/src/kit/http/search-turns.test.ts',
  'server/src/media/refused-media.test.ts',
  'server/src/search/typed-names.test.ts',
  'server/src/tax-verification/recheck-organizations.test.ts',
  'server/test/{any-text,long-input}.test.ts',
  'server/src/orders/{cancel-order,change-orders,money-left,organization-limit,refund-plan,take-checkout}.test.ts',
  'server/src/{finance/{kept-revenue,recurring,recurring-histories},organization-plans/change-plan,payments/{provider-state,replayed-events}}.test.ts',
  'server/src/kit/mail/postman.test.ts',
  'sandbox/test/year.test.ts',
]
/** Long tests that need a process of their own: they kill processes, fill disks and start whole consoles. */
const LONG = [
  'server/test/{durability,first-start,full-disk,greeting,killed-payments,outage,provider-faults,refused-start,stop,usage}.test.ts',
  'server/simulate/*.test.ts',
  'server/src/kit/{health/watch,http/edge/connections,jobs/jobs,postgres/embedded}.test.ts',
  'server/src/{open-database,kit/auth/keys,outside/stripe/provider}.test.ts',
  'scripts/prepare.test.ts',
  'sandbox/test/process.test.ts',
  'server/backup/*.test.ts',
  'server/irs/{import-command,refused-files}.test.ts',
]
/** Tests on what grows out of one process: they take minutes and programs of Debian, and say which they miss. */
const CLUSTER = ['cluster/**/*.test.ts']
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  // As of the browser tests (playwright.config.ts): what passed at the second try only is named.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    globalSetup: ['server/test/shared-cluster.ts'],
    maxWorkers: 3,
    projects: [
      { test: { name: 'zones', include: ZONES, ...patience } },
      {
        test: {
          name: 'together',
          include: TOGETHER,
          exclude: [...ZONES, ...LONG_TOGETHER, ...LONG],
          isolate: false,
          ...patience,
        },
      },
      { test: { name: 'long-together', include: LONG_TOGETHER, isolate: false, ...patience } },
      { test: { name: 'long', include: LONG, ...patience } },
      { test: { name: 'cluster', include: CLUSTER, ...patience, testTimeout: 600_000, hookTimeout: 600_000 } },
    ],
  },
})
