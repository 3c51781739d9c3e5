import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const IMPORTED = /(?:from |import\()'(\.[^']+)'/g

/** Every feature of a side with those it imports anything from, types too: what a type says is knowledge as well. */
function featuresOf(side: string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of globSync(`${side}/src/*/**/*.{ts,tsx}`, { cwd: ROOT })) {
    if (file.includes('.test.')) continue
    const feature = file.split('/')[2]!
    const imports = graph.get(feature) ?? new Set()
    graph.set(feature, imports)
    for (const [, path] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED)) {
      const [, , other, ...inside] = normalize(join(dirname(file), path!)).split('/')
      if (other && other !== feature && inside.length > 0) imports.add(other)
    }
  }
  return graph
}

/** The way from a feature back to itself, if there is one. */
function circleIn(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>()
  const walk = (way: string[]): string[] | undefined => {
    const here = way.at(-1)!
    const before = way.indexOf(here)
    if (before < way.length - 1) return way.slice(before)
    if (done.has(here)) return undefined
    for (const next of graph.get(here) ?? []) {
      const circle = walk([...way, next])
      if (circle) return circle
    }
    done.add(here)
    return undefined
  }
  for (const feature of graph.keys()) {
    const circle = walk([feature])
    if (circle) return circle
  }
  return undefined
}

test.each(['server', 'console'])('the features of the %s do not circle', (side) => {
  const graph = featuresOf(side)
  expect(graph.size).toBeGreaterThan(10)
  expect(circleIn(graph)?.join(' → ')).toBeUndefined()
})

test('a circle would be found, however long', () => {
  const graph = new Map([
    ['a', new Set(['b', 'd'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
    ['d', new Set<string>()],
  ])
  expect(circleIn(graph)).toEqual(['b', 'c', 'b'])
})
