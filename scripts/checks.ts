import { spawnSync } from 'node:child_process'

/** What must hold of the text of the repository, each with the command that tells. */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['format and lint', 'biome', 'ci', '.'],
  ['types of server, contract and tests', 'tsc', '-p', 'tsconfig.json'],
  ['types of the console', 'tsc', '-p', 'console/tsconfig.json'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.js', 'contract', 'server', 'console/src', 'e2e'],
  ['nothing unused', 'knip'],
]

/** Runs them all and answers how many held and how many did not. */
export function runChecks(): { passed: number; failed: number } {
  let failed = 0
  for (const [name, command, ...args] of checks) {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
    const isGood = status === 0
    if (!isGood) failed += 1
    console.log(`${isGood ? '✓' : '✗'} ${name}`)
    if (!isGood) console.log(`${stdout}${stderr}`.slice(-8000))
  }
  return { passed: checks.length - failed, failed }
}
