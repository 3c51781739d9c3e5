import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const IMPORT = /^(?:import|export)\b[^'\n]*(?:\{[^}]*\})?[^'\n]*from '([^']+)'/gm
const LAZY_IMPORT = /import\('([^']+)'\)/g

/** Who imports whom. */
export type Graph = Map<string, Set<string>>

/** The file of ours that a specifier names; undefined for packages. */
function importedFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier))
  const [, contract] = /^@hikmah\/contract\/(.+)$/.exec(specifier) ?? []
  return contract && `contract/src/${contract}.ts`
}

/** Each source file with the files it imports. Types count too: what a type says is knowledge as well. */
export function readFileGraph(pattern: string, { withLazy }: { withLazy: boolean }): Graph {
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
export function joinFolders(files: Graph, depth: number): Graph {
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

/** Everything that `folder` imports, directly or through others. */
function reach(graph: Graph, folder: string, reached = new Set<string>()): Set<string> {
  for (const next of graph.get(folder) ?? []) {
    if (reached.has(next)) continue
    reached.add(next)
    reach(graph, next, reached)
  }
  return reached
}

/** Without the arrows that others imply: a → c goes where a → b → c is there. Folders in one circle become one. */
export function simplify(graph: Graph): Graph {
  const groups = new Map<string, string>()
  for (const folder of graph.keys()) {
    const circle = [...graph.keys()].filter(
      (other) => other === folder || (reach(graph, folder).has(other) && reach(graph, other).has(folder)),
    )
    groups.set(folder, circle.sort().join(', '))
  }
  const joined: Graph = new Map([...new Set(groups.values())].sort().map((group) => [group, new Set()]))
  for (const [folder, imported] of graph) {
    const group = groups.get(folder)!
    for (const other of imported) if (groups.get(other) !== group) joined.get(group)!.add(groups.get(other)!)
  }
  return new Map(
    [...joined].map(([group, imported]) => {
      const implied = new Set([...imported].flatMap((other) => [...reach(joined, other)]))
      return [group, new Set([...imported].filter((other) => !implied.has(other)).sort())]
    }),
  )
}

/** How many steps down from each folder to one that imports nothing, at most. */
export function layers(graph: Graph): string[][] {
  const depth = (folder: string): number => 1 + Math.max(-1, ...[...(graph.get(folder) ?? [])].map(depth))
  const rows: string[][] = []
  for (const folder of [...graph.keys()].sort()) {
    const row = depth(folder)
    rows[row] = [...(rows[row] ?? []), folder]
  }
  return rows.reverse()
}
