import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { runChecks } from './checks.ts'
import { run } from './run.ts'

/** `npm test`: checks, unit and API tests, browser tests. The last line is the sum of all; what was skipped has failed. */
interface Sum {
  passed: number
  failed: number
}

const CACHE = '.cache'
mkdirSync(CACHE, { recursive: true })

async function runTests(
  name: string,
  report: string,
  command: string,
  args: string[],
  sumOf: (report: string) => Sum,
): Promise<Sum> {
  rmSync(report, { force: true })
  const { code, said } = await run(command, args)
  console.log(`\n${name}\n${said}`)
  const sum = existsSync(report) ? sumOf(readFileSync(report, 'utf8')) : { passed: 0, failed: 0 }
  // A runner that fails outside its tests must not pass unseen.
  if (code !== 0 && sum.failed === 0) sum.failed = 1
  return sum
}

const unitReport = `${CACHE}/vitest.json`
const unitTests = () =>
  runTests(
    'Unit and API tests',
    unitReport,
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`],
    (text) => {
      const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(text)
      return { passed: numPassedTests, failed: numFailedTests + numPendingTests }
    },
  )

const browserReport = `${CACHE}/playwright.json`
const browserTests = () =>
  runTests('Browser tests', browserReport, 'playwright', ['test'], (text) => {
    const { expected, unexpected, skipped } = JSON.parse(text).stats
    return { passed: expected, failed: unexpected + skipped }
  })

console.log('Checks, unit and API tests and browser tests, each told when it has ended (about 4 minutes) …')
// The API tests wait for half of their time, for processes that start, are cut off and come back: the browsers have it.
const [sums, ofBrowser] = await Promise.all([(async () => [await runChecks(), await unitTests()])(), browserTests()])
const total = [...sums, ofBrowser].reduce((all, sum) => ({
  passed: all.passed + sum.passed,
  failed: all.failed + sum.failed,
}))
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`\n${total.passed} passed, ${total.failed} failed`)
