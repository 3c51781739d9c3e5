import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const documents = globSync('{*.md,{docs,sandbox}/**/*.md}', { cwd: ROOT, exclude: ['**/node_modules/**'] })
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('every link between documents leads to a file', () => {
  expect(documents.length).toBeGreaterThan(40)
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)\s:#]+)(?:#[^)]*)?\)/g)]
      .map(([, link]) => join(dirname(file), link!))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`),
  )
  expect(broken).toEqual([])
})

test('a decision is read in one go', () => {
  const decisions = documents.filter((file) => file.startsWith('docs/decisions/'))
  const lines = (file: string) => read(file).trimEnd().split('\n').length
  expect(decisions.filter((file) => lines(file) > 40).map((file) => `${file}: ${lines(file)} lines`)).toEqual([])
})

test('every decision that a text refers to exists', () => {
  const numbers = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => /(\d{3})-/.exec(file)?.[1])
  const named = documents.flatMap((file) => [...read(file).matchAll(/(?:\(|decision )(0\d\d)\b/g)].map(([, id]) => id))
  expect(named.filter((id) => !numbers.includes(id))).toEqual([])
})
