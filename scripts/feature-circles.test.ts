import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const IMPORT = /^(?:import|export)\b[^'\n]*(?:\{[^}]*\})?[^'\n]*from '([^']+)'/gm
const LAZY_IMPORT = /import\('([^']+)'\)/g

type Graph = Map<string, Set<string>>

/** The file of ours that a specifier names; undefined for packages. */
function importedFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  const [, contract] = /^@hikmah\/contract\/(.+)$/.exec(specifier) ?? []
  return contract && `contract/src/${contract}.ts`
}

/** Each source file with the files it imports. Types count too: what a type says is knowledge as well. */
function readFileGraph(pattern: string, { withLazy }: { withLazy: boolean }): Graph {
  const graph: Graph = new Map()
  for (const file of globSync(pattern, { cwd: ROOT })) {
    if (file.includes('.test.')) continue
    const text = readFileSync(join(ROOT, file), 'utf8')
    const imports = [...text.matchAll(IMPORT), ...(withLazy ? text.matchAll(LAZY_IMPORT) : [])]
    graph.set(file, new Set(imports.flatMap(([, specifier]) => importedFile(file, specifier!) ?? [])))
  }
  return graph
}

/** Joins files into the folders that lie `depth` levels below the root; files that lie higher are left out. */
function joinFolders(files: Graph, depth: number): Graph {
  const graph: Graph = new Map()
  const folder = (file: string) => {
    const parts = file.split('/')
    return parts.length > depth ? parts.slice(0, depth).join('/') : undefined
  }
  for (const [file, imports] of files) {
    const importer = folder(file)
    if (!importer) continue
    const importedFolders = graph.get(importer) ?? new Set()
    for (const imported of [...imports].map(folder))
      if (imported && imported !== importer) importedFolders.add(imported)
    graph.set(importer, importedFolders)
  }
  return graph
}

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

test.each(['server'])('the rooms of the kit of the %s do not circle', (side) => {
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
