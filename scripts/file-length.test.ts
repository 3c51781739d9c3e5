import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 400
const SOURCES = '{contract,console,server}/{src,irs,test,backup,bench},sandbox,e2e,scripts'

/** Built files and installed packages are nobody's to shorten. */
const isBuilt = (file: string) => /(^|\/)(dist|node_modules)\//.test(file)

test('no source file is too long to read in one go', () => {
  const files = globSync(`{${SOURCES}}/**/*.{ts,tsx,css,mjs}`, { cwd: ROOT }).filter((file) => !isBuilt(file))
  expect(files.length).toBeGreaterThan(700)
  const lines = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1
  expect(files.filter((file) => lines(file) > MAX_LINES).map((file) => `${file}: ${lines(file)} lines`)).toEqual([])
})
