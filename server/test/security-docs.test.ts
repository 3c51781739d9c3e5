import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../src/kit/process/project-root.ts'

const pages = ['security.md', 'security-asvs.md'].map((name) => [
  name,
  readFileSync(join(projectRoot, 'docs', name), 'utf8'),
])
const tests = globSync('{contract,server,console,e2e,scripts}/**/*.{test,e2e}.ts', {
  cwd: projectRoot,
  exclude: ['**/node_modules/**'],
}).map((path) => `/${path}`)

test.each(pages)('every test that %s names is there', (_, text) => {
  const named = [...new Set(text!.match(/[\w/-]+\.(test|e2e)\.ts/g))]
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !tests.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})

test('what is said of a test stands in it', () => {
  const said = [...pages[1]![1]!.matchAll(/`([\w/-]+\.(?:test|e2e)\.ts)`: ([^,;|`]+)/g)]
  const isSaid = ([, name, words]: RegExpMatchArray) => {
    const file = tests.find((path) => path.endsWith(`/${name}`))
    return file !== undefined && readFileSync(join(projectRoot, file), 'utf8').includes(words!.trim())
  }
  expect(said.length).toBeGreaterThan(20)
  expect(said.filter((one) => !isSaid(one)).map(([all]) => all)).toEqual([])
})

test.each(pages)('everything else that %s leads to is there', (_, text) => {
  const links = [...text!.matchAll(/\]\(([^):#]+)\)/g)].map(([, to]) => join(projectRoot, 'docs', to!))
  const sources = [...text!.matchAll(/`((?:server|console|contract)\/[^`]+)`/g)].map(([, to]) => join(projectRoot, to!))
  expect([...links, ...sources].filter((path) => globSync(path).length === 0)).toEqual([])
})

test('each requirement of ASVS 5.0 up to level 2 has one row, a state, and the sums are right', () => {
  const [, text] = pages[1]!
  const rows = [...text!.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| (Met|Partly|Not met|Not applicable) \| [^|]+ \|$/gm)]
  const ids = rows.map(([, id]) => id)
  expect(new Set(ids).size).toBe(253)
  expect(ids).toHaveLength(253)
  const count = (state: string) => rows.filter((row) => row[2] === state).length
  expect(text).toContain(
    `${count('Met')} met, ${count('Partly')} partly, ${count('Not met')} not met, ${count('Not applicable')} not applicable`,
  )
})

test('whatever is not met or met partly is among what is open', () => {
  const [[, summary], [, table]] = pages as [string[], string[]]
  const open = [...table!.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| (?:Partly|Not met) \|/gm)].map(([, id]) => id!)
  const section = summary!.split('## Open of ASVS level 2')[1]!.split('\n## ')[0]!
  const gathered: string[] = section.match(/\d+\.\d+\.\d+/g) ?? []
  expect(open.filter((id) => !gathered.includes(id))).toEqual([])
  expect(gathered.filter((id) => !open.includes(id))).toEqual([])
})
