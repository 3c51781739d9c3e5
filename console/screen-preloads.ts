import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const features = join(import.meta.dirname, 'src')

/** Each screen of a feature's screens.ts: its address and the file of its component. */
function declaredScreens() {
  return readdirSync(features).flatMap((feature) => {
    const source = read(join(features, feature, 'screens.ts'))
    const found = source.matchAll(/path: '([^']+)'[\s\S]*?import\('\.\/([\w/-]+\.tsx)'\)/g)
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

type Bundle = Rolldown.OutputBundle

const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((one) => one.type === 'chunk')

/** A file and all that it loads with it, sheets too. */
function filesOf(bundle: Bundle, fileName: string | undefined, seen = new Set<string>()): Set<string> {
  const chunk = chunksOf(bundle).find((one) => one.fileName === fileName)
  if (!chunk || seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
  for (const one of chunk.imports) filesOf(bundle, one, seen)
  return seen
}

/** What start.ts imports when the outline is painted. */
const filesOfConsole = (bundle: Bundle) =>
  filesOf(
    bundle,
    chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === join(features, 'console.tsx'))?.fileName,
  )

/**
 * Writes what each address will need beyond the page itself, for the server to name in the page's head: the browser then
 * asks for it at once, instead of after it has run the page's scripts. What all of them need stands in the page.
 */
export function screenPreloads(): Plugin {
  return {
    name: 'screen-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path, bundle = {}, chunk }) =>
        path.endsWith('/index.html')
          ? [...filesOfConsole(bundle)]
              .filter((file) => !chunk?.imports.includes(file))
              .map((file) => ({
                tag: 'link',
                injectTo: 'head' as const,
                attrs: {
                  rel: file.endsWith('.css') ? 'stylesheet' : 'modulepreload',
                  crossorigin: true,
                  href: `/${file}`,
                },
              }))
          : [],
    },
    generateBundle: {
      // Only then has Vite removed the scripts of chunks that are nothing but a sheet.
      order: 'post',
      handler(_options, bundle) {
        const already = filesOfConsole(bundle)
        const preloads = declaredScreens().map(({ path, file }) => {
          const screen = chunksOf(bundle).find(({ facadeModuleId }) => facadeModuleId === file)
          const files = [...filesOf(bundle, screen?.fileName)].filter((one) => !already.has(one))
          return { pattern: patternOf(path), files }
        })
        this.emitFile({ type: 'asset', fileName: 'screen-preloads.json', source: JSON.stringify(preloads) })
      },
    },
  }
}
