import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isPublicPath } from '@hikmah/contract/console-paths'
import react from '@vitejs/plugin-react'
import MagicString from 'magic-string'
import { defineConfig, type Plugin, transformWithOxc } from 'vite'
import { screenPreloads } from './screen-preloads.ts'
import { mantineVariables } from './src/app/theme-values.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`

/** The server's policy refuses injected styles, so what Mantine would inject at run time is written at build. */
function mantineVariablesSheet(): Plugin {
  const sheet = '/mantine-variables.css'
  return {
    name: 'mantine-variables',
    resolveId: (id) => (id === `virtual:${sheet.slice(1)}` ? sheet : undefined),
    load: (id) => (id === sheet ? mantineVariables() : undefined),
  }
}

/** What pages run at once, and nearly all of it. */
const runAtOnce = new Set(['base', 'frame', 'console', 'list', 'public', 'sign-in'])

/**
 * Chromium compiles these while they come, beside the page's own thread, instead of each function there at its first
 * call. It reads the request in the first line only, so it is written after all others have written.
 */
function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && runAtOnce.has(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/** What opens papers is half of all files and loaded once; the best quality takes two and a half times as long for 2 %. */
const opensPapers = /\/(pdf|openjpeg|jbig2)[^/]*$/

/** The server sends the .br or .gz beside a file instead of compressing it at each request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      const compress = async (name: string) => {
        const content = await readFile(join(dir, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: opensPapers.test(name) ? 10 : 11 }
        await Promise.all([
          promisify(brotliCompress)(content, { params }).then((short) => writeFile(join(dir, `${name}.br`), short)),
          promisify(gzip)(content, { level: 9 }).then((short) => writeFile(join(dir, `${name}.gz`), short)),
        ])
      }
      await Promise.all(names.filter((name) => /\.(m?js|css|svg|wasm)$/.test(name)).map(compress))
    },
  }
}

/** The server answers the public addresses with a page of their own; so does the development server. */
function publicPage(): Plugin {
  return {
    name: 'public-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (isPublicPath(request.url?.split('?', 1)[0] ?? '')) request.url = '/public.html'
        next()
      })
    },
  }
}

/**
 * What libraries bring along and no page runs: nothing in the browser describes a schema, and Mantine's variables are
 * written at build (`mantineVariablesSheet`), by whose names alone its components ask for colors. Every page is 6.4 KB
 * smaller.
 */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    transform: {
      filter: {
        id: /\/default-colors\.mjs$|zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$|\/MantineCssVariables\/MantineCssVariables\.mjs$/,
      },
      handler: (code, id) =>
        id.endsWith('/default-colors.mjs')
          ? code.replace(/"#\w{6}"/g, '""')
          : [...code.matchAll(/^export (?:function |const |\{ (?=Mantine))(\w+)/gm)]
              .map(([, name]) => `export const ${name} = () => undefined`)
              .join('\n'),
    },
  }
}

const KEPT_OF_ENDPOINTS = new Set(['call', 'keyless', 'isFirstOfList'])

/**
 * Keeps of each endpoint where it goes: who may call it and its words for people are the server's. What else stands in
 * the contract is made when it is used, so that a schema that no screen checks by is left out: 34 KB of every page.
 */
function callsOnly(): Plugin {
  return {
    name: 'calls-only',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*\.ts$/ },
      handler(code, id) {
        const short = new MagicString(code)
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            // The fields of a schema that others are made of: an object, with calls in it.
            if (init?.type === 'ObjectExpression' && code.slice(init.start, init.end).includes('('))
              short.appendLeft(init.start, '/* @__PURE__ */ (() => (').appendRight(init.end, '))()')
            if (init?.type !== 'CallExpression') continue
            short.appendLeft(init.start, '/* @__PURE__ */ (() => ').appendRight(init.end, ')()')
            const [, endpoints] = init.arguments
            if (code.slice(init.callee.start, init.callee.end) !== 'describeEndpoints') continue
            if (endpoints?.type !== 'ObjectExpression') continue
            for (const endpoint of endpoints.properties) {
              if (endpoint.type !== 'Property' || endpoint.value.type !== 'ObjectExpression') continue
              for (const part of endpoint.value.properties) {
                const name = part.type === 'Property' && part.key.type === 'Identifier' ? part.key.name : ''
                if (!KEPT_OF_ENDPOINTS.has(name)) short.remove(part.start, part.end + (code[part.end] === ',' ? 1 : 0))
              }
            }
          }
        }
        // An import that only descriptions used would still bring its file along.
        return transformWithOxc(short.toString(), id, { typescript: { onlyRemoveTypeImports: false } })
      },
    },
  }
}

/** What few screens show, and none of the others brings along. */
const commerce =
  '(campaigns|customer|dashboard-stats|disputes|finance|invoices|open-invoices|orders|organization-plans|payment-account|payments)/'

/**
 * A few larger files compress better than the bundler's ninety small ones: 27 KB less for a list, 19 KB for a form. A chunk
 * takes what it imports along.
 */
const groups = [
  // Apart, so that start.ts brings nothing else along, with what all others import: the sign-in page needs no schema, and
  // a list no rules of phone numbers.
  [
    'start',
    'vite/preload-helper',
    'console/src/app/color-scheme',
    'contract/src/(words|typed|email-address|endpoint|console-paths|tax-verification/papers)\\.ts',
  ],
  ['schemas', 'node_modules/zod/', 'contract/src/(common|email)\\.ts'],
  // What the sign-in page and the console both load.
  [
    'base',
    'node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack/(react-)?store)/',
    '@mantine/core/esm/core/',
    '@mantine/core/esm/components/(ActionIcon|Anchor|Button|Text|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton)/',
    '@mantine/hooks/esm/(use-merged-ref|use-uncontrolled)/',
    'console/src/app/(StyledProvider|boot)',
    'console/src/kit/\\w[\\w-]*/(action|after-press|api|dates|Facts|field-error|FormAlert|glyphs|keep-focus|public-icons|server-time|session|texts)\\.',
    'contract/src/(sign-in/endpoints|profile/(endpoints|words))\\.ts',
  ],
  // Of the public pages and forms alone: no list loads it.
  ['checkbox', '@mantine/core/.*/(Checkbox|InlineInput)'],
  // What the public pages load besides, and the console where somebody signs in again.
  ['sign-in', 'console/src/(sign-in/SignInPages|kit/page/LetterPage)', 'contract/src/accept-invite\\.ts'],
  // What every page of the console loads: the frame, and what screens borrow of each other.
  [
    'frame',
    'node_modules/@tanstack/',
    'console/src/kit/(api|display|feedback|format|icons|page|popup)/(?!DialogW|toasts|PageTabs|SummaryCards|Timeline|LetterPage|axes|chart|AsTable|Explained|MoreMenu)',
    '@mantine/hooks/esm/(utils|use-debounced-(callback|value))/',
    'console/src/sitemap/navigation-counts',
    'console/src/kit/(field/ChoiceField|list/(filters|list-search)|form/(action|unsaved|SubmitButton))',
    '@mantine/core/.*/(Anchor|Text/|Group|Kbd|NativeSelect)',
    `console/src/(?!${commerce}|hardware/|staff/|tax-verification/)\\w[\\w-]*/\\w*(Link|Badge)\\.tsx`,
    `console/src/(?!${commerce})\\w[\\w-]*/[\\w-]*-search`,
    'contract/src/(?!first-start|people|retention|roles|fold-text|phone|organization-plans/rules|orders/rules|money-words|customer|payment-method-link|unsubscribe|recurring-revenue|open-invoices|refunds|communication/(website-forms|answers|replies|responses)|canned-replies|rich-text|payment-account|papers-link|hardware/drafts|tax-verification/(rules|against-record|paper-words)|irs-registry/(compare-names|fold-name|name-words)|(organizations|invites|profile)/schemas)',
  ],
  // What lists load besides: not the forms.
  ['list', 'console/src/kit/(list|row|page/PageTabs|display/SummaryCards)'],
  // What forms load besides, and what those load that check by the contract's schemas.
  ['forms', '@mantine/form/', 'console/src/kit/(form|field)/(?!Phone|Image|ConflictWindow|SearchSelect|Switch)'],
  ['picker', 'node_modules/@floating-ui/', '@mantine/core/.*/(Combobox|Select|ScrollArea|Pill|Popover)'],
].map(([name = '', ...tests], index, all) => ({
  name,
  test: new RegExp(tests.join('|')),
  priority: all.length - index,
}))

export default defineConfig({
  plugins: [
    react(),
    mantineVariablesSheet(),
    withoutUnused(),
    callsOnly(),
    screenPreloads(),
    compileHints(),
    precompress(),
    publicPage(),
  ],
  build: {
    // light-dark() carries both colour schemes; older targets would rewrite it.
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // Of the reader of PDFs, which no screen loads at once.
    chunkSizeWarningLimit: 600,
    // data: fonts are refused by the server's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the test that weighs every screen.
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'public.html'].map((page) => join(import.meta.dirname, page)),
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: { proxy: { '/api': server, '/dev': server } },
})
