import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Graph, joinFolders, layers, readFileGraph, simplify } from './imports.ts'

const RULES = join(import.meta.dirname, '../.dependency-cruiser.js')
const WORKSPACES = '{contract/src,console/src,server/{src,test},sandbox/src,e2e}/**/*.{ts,tsx}'
/** Everything imports these, so their arrows would hide all others. */
const EVERYWHERE = ['kit', 'sitemap']
/** Acts as people would, through the verbs of every feature. */
const DEMO = 'demo'

/** The folders directly inside `parent`, by their own names, with those that each imports. */
function readFolders(parent: string): Graph {
  const files = readFileGraph(`${parent}/*/**/*.{ts,tsx}`, { withLazy: true })
  const name = (folder: string) => folder.slice(parent.length + 1)
  return new Map(
    [...joinFolders(files, parent.split('/').length + 1)].map(([folder, imports]) => [
      name(folder),
      new Set([...imports].filter((imported) => imported.startsWith(`${parent}/`)).map(name)),
    ]),
  )
}

const without = (graph: Graph, folders: string[]): Graph =>
  new Map(
    [...graph]
      .filter(([folder]) => !folders.includes(folder))
      .map(([folder, imports]) => [folder, new Set([...imports].filter((imported) => !folders.includes(imported)))]),
  )

/** Folders without an arrow are left out: the table of layers has them. */
function drawGraph(graph: Graph, more: string[] = []): string {
  const id = (folders: string) => folders.replaceAll(/\W+/g, '_')
  const arrows = [...graph].flatMap(([folder, imports]) => [...imports].map((imported) => [folder, imported]))
  const nodes = [...new Set(arrows.flat())]
    .sort()
    .map((folder) => `  ${id(folder)}["${folder.replaceAll(', ', '<br>')}"]`)
  const lines = arrows.map(([from = '', to = '']) => `  ${id(from)} --> ${id(to)}`)
  return ['```mermaid', 'graph TD', ...nodes, ...lines, ...more, '```'].join('\n')
}

function drawFeatures(side: string): string {
  const reduced = simplify(without(readFolders(`${side}/src`), [...EVERYWHERE, DEMO]))
  const rows = layers(reduced).map((row, i, all) => `| ${all.length - i} | ${row.join(', ')} |`)
  return [drawGraph(reduced), '', '| Layer | Features |', '|---|---|', ...rows].join('\n')
}

const drawings: Record<string, () => string> = {
  workspaces: () =>
    drawGraph(simplify(joinFolders(readFileGraph(WORKSPACES, { withLazy: true }), 1)), [
      '  sandbox',
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
  'server kit': () => drawGraph(simplify(readFolders('server/src/kit'))),
  'console kit': () => drawGraph(simplify(readFolders('console/src/kit'))),
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
