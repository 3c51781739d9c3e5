import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { hasSecret, isPublicPath } from '@hikmah/contract/console-paths'
import type { FastifyInstance } from 'fastify'
import { notFound } from './kit/errors/refusal.ts'
import { answerError } from './kit/http/errors.ts'
import { projectRoot } from './kit/process/project-root.ts'

const BUILT = join(projectRoot, 'console/dist')
const API = /^\/(api|assets|dev|docs)(\/|$|\?)/

/** Hashed files are cached for a year; its two pages answer every URL that is not the API's. */
export async function serveConsole(app: FastifyInstance) {
  const pages = { public: readBuilt('public.html'), console: readBuilt('index.html') }
  const findPage = pages.console === undefined ? undefined : pageWithPreloads(pages.console)
  if (pages.console) await app.register(serveAssets)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const html = isPublicPath(path) ? pages.public : findPage?.(path)
    if (!html || !/^(GET|HEAD)$/.test(request.method) || API.test(request.url)) {
      return answerError(notFound('address'), request, reply)
    }
    // Where the address is a secret, nothing of the page stays in a browser that others use.
    const cache = hasSecret(path) ? 'no-store' : 'no-cache'
    return reply.header('cache-control', cache).type('text/html; charset=utf-8').send(html)
  })
}

function readBuilt(name: string): string | undefined {
  const path = join(BUILT, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The head of the page names the files of the screen, so that they load together with the page. */
function pageWithPreloads(html: string): (path: string) => string {
  const screens: { pattern: string; files: string[] }[] = JSON.parse(readBuilt('screen-preloads.json') ?? '[]')
  const pages = screens.map(({ pattern, files }) => ({
    pattern: new RegExp(pattern),
    html: html.replace('</head>', `${files.map(formatPreload).join('')}</head>`),
  }))
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.html ?? html
}

const formatPreload = (file: string) =>
  `<link ${file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'} crossorigin href="/${file}">`

/** Scripts, styles and fonts need only these; the policies of a document mean nothing on them. */
const assetHeaders = new Set([
  'accept-ranges',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  // Set over https only, where each answer needs it, since it may be the first.
  'strict-transport-security',
  'vary',
  'x-content-type-options',
])

/** A worker has its own policy. That of PDFs reads what strangers send: it may contact nobody and load nothing. */
const PDF_WORKER = /\/pdf\.worker[^/]*$/
const PDF_WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'"

async function serveAssets(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply) => {
    for (const name of Object.keys(reply.getHeaders())) if (!assetHeaders.has(name)) reply.removeHeader(name)
    if (PDF_WORKER.test(request.url)) reply.header('content-security-policy', PDF_WORKER_POLICY)
  })
  await app.register(fastifyStatic, {
    root: join(BUILT, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  })
}
