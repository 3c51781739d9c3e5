import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runChecks } from './checks.ts'

/**
 * `npm test`: checks, unit and API tests, and in a browser the main ways through most features; minutes, for whoever has
 * changed something. `npm run test:all`: beside them the long ones (vitest.config.ts) and every browser test, as CI does.
 * The last line is the sum of all; what was skipped has failed, but for what needs more than every machine has.
 */
interface Sum {
  passed: number
  failed: number
}

const isAll = process.argv.includes('--all')
const CACHE = '.cache'
// `pretest` has just built what the tests start.
const env = { ...process.env, FORCE_COLOR: '0', TEST_BUILT: 'true' }
mkdirSync(CACHE, { recursive: true })

function runTests(name: string, report: string, command: string, args: string[], sumOf: (report: string) => Sum): Sum {
  console.log(`\n${name}`)
  rmSync(report, { force: true })
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  const sum = existsSync(report) ? sumOf(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 }
  // A runner that fails outside its tests must not pass unseen.
  if (status !== 0 && sum.failed === 0) sum.failed = 1
  return sum
}

interface FileResult {
  name: string
  assertionResults: { status: string }[]
}

const isRoot = process.geteuid?.() === 0
/** What needs more than every machine has, and is said where it was skipped. */
const MAY_SKIP = {
  ...(!process.env.STRIPE_TEST_KEY && {
    'sandbox/test/provider-contract.test.ts': 'with STRIPE_TEST_KEY the provider itself is asked the same',
  }),
  ...(!isRoot && { 'server/src/kit/postgres/embedded.test.ts': 'PostgreSQL is run for root by root alone' }),
  'server/test/full-disk.test.ts': 'a disk that fills needs the right to mount one',
}

const skippedIn = (results: FileResult[], file: string) =>
  results
    .filter(({ name }) => name.endsWith(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending').length

/** Most of its time the demo data of the browser tests waits for its database: it is made while the other tests run. */
function startDemo() {
  const child = spawn('node', ['e2e/shared-cluster.ts'], { stdio: ['pipe', 'pipe', 'inherit'], env })
  const made = new Promise<string>((resolve) => {
    child.stdout.once('data', (environment) => resolve(String(environment)))
    // The browser tests make it themselves then, and say what is wrong.
    child.once('exit', () => resolve('{}'))
  })
  return { made, end: () => child.stdin.end() }
}

const vitestReport = `${CACHE}/vitest.json`
const browserReport = `${CACHE}/playwright.json`
const sums = [await runChecks()]
const demo = startDemo()
sums.push(
  runTests(
    'Unit and API tests',
    vitestReport,
    'vitest',
    [
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
      ...(isAll ? [] : ['--project=!long']),
    ],
    (text) => {
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text)
      let failed = numFailedTests + numPendingTests
      for (const [file, because] of Object.entries(MAY_SKIP)) {
        const skipped = skippedIn(testResults, file)
        if (skipped > 0) console.log(`${skipped} skipped: ${because}`)
        failed -= skipped
      }
      return { passed: numPassedTests, failed }
    },
  ),
)
Object.assign(env, JSON.parse(await demo.made))
sums.push(
  runTests('Browser tests', browserReport, 'playwright', ['test', ...(isAll ? [] : ['--grep=@walk'])], (text) => {
    const { expected, flaky, unexpected, skipped } = JSON.parse(text).stats
    if (flaky > 0) console.log(`${flaky} passed at the second try only`)
    return { passed: expected + flaky, failed: unexpected + skipped }
  }),
)
demo.end()
const total = sums.reduce((all, sum) => ({ passed: all.passed + sum.passed, failed: all.failed + sum.failed }))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)
