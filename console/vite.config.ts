import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { mantineVariables } from './src/app/mantine-variables.ts'

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

/** The server sends the .br or .gz beside a file instead of compressing it at each request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const content = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

/** What the sign-in page and the console both load. */
const onEveryPage = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    '@mantine/core/esm/core/',
    '@mantine/core/esm/components/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton)/',
    'console/src/kit/\\w[\\w-]*/(api|glyphs|public-icons|ProgressBar|session|Stars|texts)\\.',
    'console/src/app/(StyledProvider|theme)',
  ].join('|'),
)

export default defineConfig({
  plugins: [react(), mantineVariablesSheet(), precompress()],
  build: {
    // light-dark() carries both colour schemes; older targets would rewrite it.
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // data: fonts are refused by the server's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A few larger files compress better than sixty small ones.
        codeSplitting: {
          groups: [
            { name: 'base', test: onEveryPage, priority: 2 },
            { name: 'data', test: /node_modules\/(@tanstack|zod|@floating-ui)\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/dev': server } },
})
