import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Imports, layers, readFolderImports, readWorkspaceImports, simplify } from './imports.ts'

const RULES = join(import.meta.dirname, '../.dependency-cruiser.js')
/** Everything imports these, so their arrows would hide all others. */
const EVERYWHERE = ['kit', 'sitemap']
/** Acts as people would, through the verbs of every feature. */
const DEMO = 'demo'

const without = (imports: Imports, folders: string[]): Imports =>
  new Map(
    [...imports]
      .filter(([folder]) => !folders.includes(folder))
      .map(([folder, imported]) => [folder, new Set([...imported].filter((other) => !folders.includes(other)))]),
  )

/** Folders without an arrow are left out: the table of layers has them. */
function drawGraph(reduced: Imports, more: string[] = []): string {
  const id = (folders: string) => folders.replaceAll(/\W+/g, '_')
  const imported = new Set([...reduced.values()].flatMap((folders) => [...folders]))
  const nodes = [...reduced]
    .filter(([folder, imports]) => imports.size > 0 || imported.has(folder) || more.length > 0)
    .map(([folder]) => `  ${id(folder)}["${folder.replaceAll(', ', '<br>')}"]`)
  const arrows = [...reduced].flatMap(([folder, imported]) =>
    [...imported].map((other) => `  ${id(folder)} --> ${id(other)}`),
  )
  return ['```mermaid', 'graph TD', ...nodes, ...arrows, ...more, '```'].join('\n')
}

function drawFeatures(side: string): string {
  const reduced = simplify(without(readFolderImports(`${side}/src`), [...EVERYWHERE, DEMO]))
  const rows = layers(reduced).map((row, i, all) => `| ${all.length - i} | ${row.join(', ')} |`)
  return [drawGraph(reduced), '', '| Layer | Features |', '|---|---|', ...rows].join('\n')
}

const drawings: Record<string, () => string> = {
  workspaces: () =>
    drawGraph(simplify(readWorkspaceImports(['contract', 'console', 'server', 'sandbox', 'e2e'])), [
      '  postgres[("PostgreSQL")]',
      '  provider["payment provider"]',
      '  mail["mail server"]',
      '  console -. "HTTP" .-> server',
      '  server -.-> postgres',
      '  server -. "HTTP" .-> sandbox',
      '  server -. "HTTP" .-> provider',
      '  server -. "SMTP" .-> mail',
    ]),
  'server features': () => drawFeatures('server'),
  'console features': () => drawFeatures('console'),
  'server kit': () => drawGraph(simplify(readFolderImports('server/src/kit'))),
  'console kit': () => drawGraph(simplify(readFolderImports('console/src/kit'))),
  rules: () =>
    [...readFileSync(RULES, 'utf8').matchAll(/name: '(.+)'/g)]
      .map(([, name]) => `- ${name!.replaceAll('-', ' ')}`)
      .join('\n'),
}

/** Draws what stands between `<!-- drawn: NAME -->` and `<!-- end -->` again, from the imports as they are. */
export const redraw = (document: string): string =>
  document.replaceAll(/(<!-- drawn: (\S[^>]*) -->\n).*?(<!-- end -->)/gs, (_, start, name, end) => {
    const draw = drawings[name]
    if (!draw) throw new Error(`There is no drawing called ${name}`)
    return `${start}\n${draw()}\n\n${end}`
  })
