import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { runChecks } from './checks.ts'

/**
 * `npm test` runs the checks, the unit and API tests, and in a browser the main ways through most features.
 * `npm run test:all` adds the long tests (vitest.config.ts) and every browser test, as CI does. Browser tests wait for the
 * others: side by side they end no sooner, and tests that load the server or compare times fail. The last lines name
 * what failed, what passed at the second try only, and the sum; a skipped test counts as failed, unless it needs more
 * than every machine has.
 */
interface Sum {
  passed: number
  failed: number
  /** What failed or passed at the second try only: a line each. */
  named?: string[]
}

const isAll = process.argv.includes('--all')
const CACHE = '.cache'
// `pretest` has just built what the tests start.
const testEnv = { ...process.env, FORCE_COLOR: '0', TEST_BUILT: 'true' }
mkdirSync(CACHE, { recursive: true })

interface Runner {
  name: string
  report: string
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  count: (report: string) => Sum
}

/** Starts a runner, whose output waits until `show` is called. */
function startTests({ name, report, command, args, env, count }: Runner) {
  rmSync(report, { force: true })
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let isShown = false
  let output = `\n${name}\n`
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (isShown) process.stdout.write(text)
      else output += text
    })
  }
  return {
    show: async (): Promise<Sum> => {
      isShown = true
      process.stdout.write(output)
      const status = await ended
      const sum = existsSync(report) ? count(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 }
      // A runner that fails outside its tests must not pass unseen.
      if (status !== 0 && sum.failed === 0) sum.failed = 1
      return sum
    },
  }
}

interface FileResult {
  name: string
  /** What kept the file's tests from running. */
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

const isRoot = process.geteuid?.() === 0
/** What needs more than every machine has, with the reason that is printed when it is skipped. */
const MAY_SKIP = {
  ...(!process.env.STRIPE_TEST_KEY && {
    'sandbox/test/provider-contract.test.ts': 'with STRIPE_TEST_KEY the provider itself is asked the same',
  }),
  ...(!isRoot && { 'server/src/kit/postgres/embedded.test.ts': 'PostgreSQL is run for root by root alone' }),
  'server/test/full-disk.test.ts': 'a disk that fills needs the right to mount one',
}

const countSkipped = (results: FileResult[], file: string) =>
  results
    .filter(({ name }) => name.endsWith(file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending').length

/** Where a file stands in the project. */
const inProject = (file: string) => relative('.', file)

function nameUnitTests(results: FileResult[]) {
  const named: string[] = []
  for (const { name, message, assertionResults } of results) {
    if (assertionResults.length === 0) named.push(`Failed: ${inProject(name)}: ${message}`)
    for (const { status, fullName, failureMessages } of assertionResults) {
      const because = failureMessages[0]?.split('\n')[0]
      if (status === 'failed') named.push(`Failed: ${inProject(name)} > ${fullName}: ${because}`)
      else if (because) named.push(`Passed at the second try only: ${inProject(name)} > ${fullName}: ${because}`)
    }
  }
  return named
}

function startUnitTests() {
  const report = `${CACHE}/vitest.json`
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  return startTests({
    name: 'Unit and API tests',
    report,
    command: 'vitest',
    args: ['run', ...reporters, '--project=!cluster', ...(isAll ? [] : ['--project=!long*'])],
    env: testEnv,
    count: (text) => {
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text)
      let failed = numFailedTests + numPendingTests
      for (const [file, because] of Object.entries(MAY_SKIP)) {
        const skipped = countSkipped(testResults, file)
        if (skipped > 0) console.log(`${skipped} skipped: ${because}`)
        failed -= skipped
      }
      return { passed: numPassedTests, failed, named: nameUnitTests(testResults) }
    },
  })
}

/** Makes the demo data that every platform of the browser tests is a copy of; resolves with what names it. */
function makeDemo() {
  const child = spawn('node', ['e2e/shared-cluster.ts'], { stdio: ['pipe', 'pipe', 'inherit'], env: testEnv })
  const made = new Promise<string>((resolve) => {
    child.stdout.once('data', (environment) => resolve(String(environment)))
    // The browser tests make it themselves then, and say what is wrong.
    child.once('exit', () => resolve('{}'))
  })
  return { made, end: () => child.stdin.end() }
}

interface BrowserSuite {
  specs: { file: string; line: number; title: string; tests: { status: string }[] }[]
  suites?: BrowserSuite[]
}

const HOW_IT_ENDED: Record<string, string> = { unexpected: 'Failed', flaky: 'Passed at the second try only' }

const nameBrowserTests = ({ specs, suites = [] }: BrowserSuite): string[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status in HOW_IT_ENDED)
      .map(({ status }) => `${HOW_IT_ENDED[status]}: e2e/${file}:${line} > ${title}`),
  ),
  ...suites.flatMap(nameBrowserTests),
]

const startBrowserTests = (demoEnv: NodeJS.ProcessEnv) =>
  startTests({
    name: 'Browser tests',
    report: `${CACHE}/playwright.json`,
    command: 'playwright',
    args: ['test', ...(isAll ? [] : ['--grep=@walk'])],
    env: { ...testEnv, ...demoEnv },
    count: (text) => {
      const { stats, suites } = JSON.parse(text)
      const { expected, flaky, unexpected, skipped } = stats
      return {
        passed: expected + flaky,
        failed: unexpected + skipped,
        named: nameBrowserTests({ specs: [], suites }),
      }
    },
  })

const demo = makeDemo()
// The checks are short, and wait for nothing: beside them the tests lose little.
const unitTests = startUnitTests()
const sums: Sum[] = [await runChecks(), await unitTests.show()]
sums.push(await startBrowserTests(JSON.parse(await demo.made)).show())
demo.end()
const total = sums.reduce((all, sum) => ({ passed: all.passed + sum.passed, failed: all.failed + sum.failed }))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${sums.flatMap(({ named = [] }) => named).join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
