import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const features = join(import.meta.dirname, 'src')

/** Each screen of a feature's screens.ts: its address and the file of its component. */
function declaredScreens() {
  return readdirSync(features).flatMap((feature) => {
    const source = read(join(features, feature, 'screens.ts'))
    const found = source.matchAll(/path: '([^']+)'[\s\S]*?import\('\.\/([\w-]+\.tsx)'\)/g)
    return [...found].map(([, path = '', file = '']) => ({ path, file: join(features, feature, file) }))
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** `/varify-ein/{$orgId}` as a regular expression. */
const patternOf = (path: string) => `^${path.replace(/\{?\$\w+\}?/g, '[^/]+')}/?$`

/**
 * Writes what each address will need beyond the page itself, for the server to name in the page's head: the browser then
 * asks for it at once, instead of after it has run the page's scripts.
 */
export function screenPreloads(): Plugin {
  return {
    name: 'screen-preloads',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const filesOf = (fileName: string, seen: Set<string>): Set<string> => {
        const chunk = chunks.find((one) => one.fileName === fileName)
        if (!chunk || seen.has(fileName)) return seen
        seen.add(fileName)
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
        for (const one of chunk.imports) filesOf(one, seen)
        return seen
      }
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
      const already = filesOf(page?.fileName ?? '', new Set())
      const preloads = declaredScreens().map(({ path, file }) => {
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId === file)
        const files = [...filesOf(screen?.fileName ?? '', new Set())].filter((one) => !already.has(one))
        return { pattern: patternOf(path), files }
      })
      this.emitFile({ type: 'asset', fileName: 'screen-preloads.json', source: JSON.stringify(preloads) })
    },
  }
}
