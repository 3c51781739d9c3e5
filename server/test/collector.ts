import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { atTheEnd } from './start.ts'

interface Exported {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
}

/** Takes whatever is posted to it: OTLP in JSON, envelopes of errors. `hangs` answers nobody. */
export async function startCollector({ hangs = false } = {}) {
  const received: { path: string; body: string; headers: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({
      path: (request.url ?? '').replace(/\?.*/, ''),
      body: Buffer.concat(chunks).toString(),
      headers: request.headers,
    })
    if (!hangs) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  atTheEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const bodiesOf = (path: string) => received.filter((one) => one.path === path).map(({ body }) => body)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    bodiesOf,
    spans: (): Exported[] =>
      bodiesOf('/v1/traces').flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Exported[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  }
}

/** From now on each line of the log comes here, and nowhere else. */
export function linesOf({ log }: Pick<FastifyInstance, 'log'>): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')!
  Object.assign(log, { [stream]: { write: (line: string) => lines.push(JSON.parse(line)) } })
  return lines
}
