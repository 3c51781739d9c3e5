import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ExposeNodeParser, Schema } from 'ts-json-schema-generator'

type Definition = Schema & { properties?: Record<string, Definition>; const?: unknown }
export type DeclaredShapes = { definitions: Record<string, Definition> }

const ROOT = join(import.meta.dirname, '../..')
const SHAPES = join(import.meta.dirname, 'shapes.ts')
const CACHE = join(ROOT, 'node_modules/.cache/sandbox-shapes')

/** Reading the declarations takes seconds, so what came of them is kept until they or these files change. */
export async function declaredShapes(): Promise<DeclaredShapes> {
  const sources = [SHAPES, import.meta.filename, join(ROOT, 'node_modules/stripe/VERSION')]
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(source))
  const path = join(CACHE, `${hash.digest('hex').slice(0, 16)}.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const shapes = await derive()
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(shapes))
  renameSync(`${path}.${process.pid}`, path)
  return shapes
}

async function derive(): Promise<DeclaredShapes> {
  // It brings a compiler with it, which most runs can do without.
  const { createGenerator, ExposeNodeParser } = await import('ts-json-schema-generator')
  nameByFile(ExposeNodeParser.prototype)
  const generator = createGenerator({
    path: SHAPES,
    tsconfig: join(ROOT, 'tsconfig.json'),
    type: 'Shapes',
    expose: 'export',
    additionalProperties: false,
    encodeRefs: false,
    jsDoc: 'none',
    // The compiler checks the types elsewhere.
    skipTypeCheck: true,
  })
  const { definitions } = generator.createSchema('Shapes') as DeclaredShapes
  const sent = [...Object.keys(definitions.Shapes?.properties ?? {}), 'balance_transaction', 'list', 'plan']
  for (const [name, definition] of Object.entries(definitions)) {
    // It is made of a string on arrival.
    if (name.startsWith('Decimal@')) definitions[name] = { type: 'string' }
    // What the sandbox never sends cannot be expanded, and need not be known.
    const kind = definition.properties?.object?.const
    if (typeof kind === 'string' && !sent.includes(kind)) definitions[name] = { not: {} }
  }
  return { definitions }
}

/** Several of the SDK's files declare a type of the same name, which the generator takes for a mistake. */
function nameByFile(prototype: ExposeNodeParser) {
  const parser = prototype as unknown as {
    getDefinitionName: (node: { getSourceFile(): { fileName: string } }, context: unknown) => string
  }
  const plainName = parser.getDefinitionName
  parser.getDefinitionName = function (node, context) {
    const file = node.getSourceFile().fileName
    const name = plainName.call(this, node, context)
    return file === SHAPES ? name : `${name}@${file.includes('/Issuing/') ? 'Issuing_' : ''}${basename(file, '.d.ts')}`
  }
}
