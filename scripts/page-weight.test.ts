import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* What each screen brings over the wire before anything is done on it: scripts and styles, as they are served. */

const DIST = join(import.meta.dirname, '../console/dist')
/** Of one answer, over HTTP/1.1. */
const HEADERS = 300

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

const manifestPath = join(DIST, '.vite/manifest.json')
if (!existsSync(manifestPath)) throw new Error('Build the console first, as `npm test` does: vite build console')
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestPath, 'utf8'))

/** A chunk with all it imports at once. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name]!
  if (seen.has(file)) return seen
  for (const one of [file, ...css]) if (/\.(js|css)$/.test(one)) seen.add(one)
  for (const one of imports) filesOf(one, seen)
  return seen
}

const dynamicOf = (name: string, seen = new Set<string>()): string[] => {
  if (seen.has(name)) return []
  seen.add(name)
  const { imports = [], dynamicImports = [] } = manifest[name]!
  return [...dynamicImports, ...imports.flatMap((one) => dynamicOf(one, seen))]
}

const onWire = (file: string) => statSync(join(DIST, `${file}.br`)).size + HEADERS
const weigh = (...names: string[]) => {
  const files = [...new Set(names.flatMap((name) => [...filesOf(name)]))]
  return { files, kb: files.reduce((sum, file) => sum + onWire(file), 0) / 1000 }
}

/** Each page of its own, with what it loads from there: the screens, and the parts that come when they are needed. */
const weights = [['public.html'], ['index.html', 'src/console.tsx']].flatMap(([page = '', start = page]) => [
  { page, screen: 'nothing else', ...weigh(page, start) },
  ...[...new Set(dynamicOf(start))].map((screen) => ({ page, screen, ...weigh(page, start, screen) })),
])
/** In kilobytes: the sign-in and the other public pages, every list, and everything else before its editor has the focus. */
const limitOf = ({ page, screen }: { page: string; screen: string }) => {
  if (page === 'public.html') return 115
  return /(List|Dashboard)\.tsx$/.test(screen) ? 215 : 250
}

test.each(weights)('$page with $screen', (weight) => {
  expect(weight.kb).toBeLessThanOrEqual(limitOf(weight))
})

test('every screen was weighed', () => {
  const lines = weights.map(
    ({ page, screen, files, kb }) => `${kb.toFixed(1).padStart(6)} KB ${files.length} files  ${page} ${screen}`,
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
  expect(weights.filter(({ screen }) => screen.endsWith('List.tsx')).length).toBeGreaterThanOrEqual(6)
})

// The browser reads it in the first line only, and takes no notice of it anywhere else.
test.each(['base', 'frame', 'console', 'list', 'public', 'sign-in'])(
  '%s asks to be compiled while it comes',
  (name) => {
    const { file } = Object.values(manifest).find((chunk) => new RegExp(`/${name}-.+js$`).test(chunk.file))!
    expect(readFileSync(join(DIST, file), 'utf8').split('\n', 1)).toEqual(['//# allFunctionsCalledOnLoad'])
  },
)
