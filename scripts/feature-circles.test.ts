import { expect, test } from 'vitest'
import { type Graph, joinFolders, readFileGraph } from './imports.ts'

/** A path that leads back to where it began, if there is one. */
function circleIn(graph: Graph): string[] | undefined {
  const visited = new Set<string>()
  const walk = (path: string[]): string[] | undefined => {
    const here = path.at(-1)!
    const start = path.indexOf(here)
    if (start < path.length - 1) return path.slice(start)
    if (visited.has(here)) return undefined
    for (const next of graph.get(here) ?? []) {
      const circle = walk([...path, next])
      if (circle) return circle
    }
    visited.add(here)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = walk([node])
    if (circle) return circle
  }
  return undefined
}

/** Circles that are left one after the other when the import that closes each is taken out. */
function allCircles(graph: Graph): string[] {
  const circles: string[] = []
  for (let circle = circleIn(graph); circle; circle = circleIn(graph)) {
    circles.push(circle.join(' → '))
    graph.get(circle.at(-2)!)!.delete(circle.at(-1)!)
  }
  return circles
}

test.each(['server', 'console'])('the features of the %s do not circle', (side) => {
  const features = joinFolders(readFileGraph(`${side}/src/*/**/*.{ts,tsx}`, { withLazy: true }), 3)
  expect(features.size).toBeGreaterThan(10)
  expect(allCircles(features)).toEqual([])
})

test.each(['server', 'console'])('the rooms of the kit of the %s do not circle', (side) => {
  const rooms = joinFolders(readFileGraph(`${side}/src/kit/*/**/*.{ts,tsx}`, { withLazy: true }), 4)
  expect(rooms.size).toBeGreaterThan(10)
  expect(allCircles(rooms)).toEqual([])
})

/** Pairs that describe each other, mostly by a type alone. */
const MOST_FILE_CIRCLES = 8

test('hardly any files circle', () => {
  const files = readFileGraph('{contract,server,console}/src/**/*.{ts,tsx}', { withLazy: false })
  expect(files.size).toBeGreaterThan(500)
  const circles = allCircles(files)
  expect(circles.length, circles.join('\n')).toBeLessThanOrEqual(MOST_FILE_CIRCLES)
})

test('a circle would be found, however long', () => {
  const graph = new Map([
    ['a', new Set(['b', 'd'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
    ['d', new Set<string>()],
  ])
  expect(allCircles(graph)).toEqual(['b → c → b'])
})
