import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const EXAMPLES = join(ROOT, 'docs/examples')

test.each(readdirSync(EXAMPLES))('what %s shows can be applied to the code as it is', (example) => {
  const diffs = [...readFileSync(join(EXAMPLES, example), 'utf8').matchAll(/```diff\n(.*?)```/gs)]
  expect(diffs.length).toBeGreaterThan(0)
  for (const [, diff = ''] of diffs) {
    const { stderr } = spawnSync('git', ['apply', '--check'], { cwd: ROOT, input: diff, encoding: 'utf8' })
    expect(stderr).toBe('')
  }
})
