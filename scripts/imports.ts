import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Who imports whom. Types count too: what a type says is knowledge as well. */
export type Imports = Map<string, Set<string>>

const ROOT = join(import.meta.dirname, '..')
const IMPORT = /(?:from |import\()'([^']+)'/g

/** The files that each file in `pattern` imports, as paths from the root; packages stay names. */
function readFileImports(pattern: string): Map<string, string[]> {
  const files = globSync(pattern, { cwd: ROOT, exclude: (file) => /^(node_modules|dist)$/.test(String(file)) })
  return new Map(
    files
      .filter((file) => !file.includes('.test.'))
      .map((file) => [
        file,
        [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, name]) =>
          name!.startsWith('.') ? normalize(join(dirname(file), name!)) : name!,
        ),
      ]),
  )
}

/** The folders directly inside `parent`, such as the features in `server/src`, with the folders that each imports. */
export function readFolderImports(parent: string): Imports {
  const imports: Imports = new Map()
  const folderIn = (path: string) => {
    const [folder, ...inside] = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/') : []
    return inside.length > 0 ? folder : undefined
  }
  for (const [file, paths] of readFileImports(`${parent}/*/**/*.{ts,tsx}`)) {
    const folder = folderIn(file)!
    const imported = imports.get(folder) ?? new Set()
    imports.set(folder, imported)
    for (const path of paths) {
      const other = folderIn(path)
      if (other && other !== folder) imported.add(other)
    }
  }
  return imports
}

/** The workspaces, such as `server`, with those that each imports. */
export function readWorkspaceImports(workspaces: string[]): Imports {
  const imports: Imports = new Map(workspaces.map((workspace) => [workspace, new Set()]))
  for (const [file, paths] of readFileImports(`{${workspaces.join(',')}}/**/*.{ts,tsx}`)) {
    const [workspace = ''] = file.split('/')
    for (const path of paths) {
      const [other = ''] = path.replace('@hikmah/', '').split('/')
      if (other !== workspace && imports.has(other)) imports.get(workspace)!.add(other)
    }
  }
  return imports
}

/** Everything that `folder` imports, directly or through others. */
function reach(imports: Imports, folder: string, reached = new Set<string>()): Set<string> {
  for (const next of imports.get(folder) ?? []) {
    if (reached.has(next)) continue
    reached.add(next)
    reach(imports, next, reached)
  }
  return reached
}

/** Without the arrows that others imply: a → c goes where a → b → c is there. Folders in one circle become one. */
export function simplify(imports: Imports): Imports {
  const groupOf = new Map<string, string>()
  for (const folder of imports.keys()) {
    const circle = [...imports.keys()].filter(
      (other) => other === folder || (reach(imports, folder).has(other) && reach(imports, other).has(folder)),
    )
    groupOf.set(folder, circle.sort().join(', '))
  }
  const joined: Imports = new Map([...new Set(groupOf.values())].sort().map((group) => [group, new Set()]))
  for (const [folder, imported] of imports) {
    const group = groupOf.get(folder)!
    for (const other of imported) if (groupOf.get(other) !== group) joined.get(group)!.add(groupOf.get(other)!)
  }
  return new Map(
    [...joined].map(([group, imported]) => {
      const implied = new Set([...imported].flatMap((other) => [...reach(joined, other)]))
      return [group, new Set([...imported].filter((other) => !implied.has(other)).sort())]
    }),
  )
}

/** How many steps down from each folder to one that imports nothing, at most. */
export function layers(imports: Imports): string[][] {
  const depth = (folder: string): number => 1 + Math.max(-1, ...[...(imports.get(folder) ?? [])].map(depth))
  const rows: string[][] = []
  for (const folder of [...imports.keys()].sort()) {
    const row = depth(folder)
    rows[row] = [...(rows[row] ?? []), folder]
  }
  return rows.reverse()
}
