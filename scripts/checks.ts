import { spawn } from 'node:child_process'

/** What must hold of the text of the repository, each with the command that tells. */
const checks: [name: string, command: string, ...args: string[]][] = [
  ['format and lint', 'biome', 'ci', '.'],
  ['types of server, contract and tests', 'tsc', '-p', 'tsconfig.json', '--checkers', '1'],
  ['types of the console', 'tsc', '-p', 'console/tsconfig.json', '--checkers', '1'],
  [
    'import rules',
    'depcruise',
    '--config',
    '.dependency-cruiser.js',
    'contract',
    'server',
    'console/src',
    'e2e',
    'sandbox',
  ],
  ['nothing unused', 'knip'],
]

/** Runs them all at once and answers how many held, how many did not, and a line for each that did not. */
export async function runChecks(): Promise<{ passed: number; failed: number; named: string[] }> {
  const named: string[] = []
  await Promise.all(
    checks.map(async ([name, command, ...args]) => {
      const { code, said } = await run(command, args)
      console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
      if (code === 0) return
      console.log(said.slice(-8000))
      named.push(`Failed: ${name}`)
    }),
  )
  return { passed: checks.length - named.length, failed: named.length, named }
}

const run = (command: string, args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    child.once('error', ({ message }) => resolve({ code: null, said: message }))
    child.once('close', (code) => resolve({ code, said }))
  })
