import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each([
  ['bench', 'bench/bench.ts'],
  ['irs:generate', 'irs/generate.ts'],
  ['irs:import', 'irs/import.ts'],
])('npm run %s tells its usage, and no stack, to an option that it does not know', (name, file) => {
  const command = join(import.meta.dirname, '..', file)
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, '--help'], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Unknown option '--help'/)
  expect(stderr).toContain(`npm run ${name} -- `)
  expect(stderr).not.toMatch(/^ +at /m)
})
