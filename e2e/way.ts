import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  method: string
  path: string
}

interface Answered {
  status: number
  body: string
}

/** What is answered instead: nothing yet, without asking the server, or with a look at what it said. */
export interface Meddling {
  waits?: (asked: Asked) => boolean
  instead?: (asked: Asked) => Answered | undefined
  rewrite?: (asked: Asked, body: string) => string | undefined
}

/** A way to the server on which some of its answers do not come, or become others, as no server of ours gives them. */
export async function startWay(to: string, { waits, instead, rewrite }: Meddling) {
  const way = createServer(async (incoming, answer) => {
    const asked = { method: incoming.method ?? '', path: incoming.url ?? '' }
    if (waits?.(asked)) return
    const headers = { 'content-type': 'application/json' }
    const other = instead?.(asked)
    if (other) return void answer.writeHead(other.status, headers).end(other.body)
    const onward = request(to + asked.path, {
      method: asked.method,
      headers: { ...incoming.headers, 'accept-encoding': 'identity' },
    })
    incoming.pipe(onward)
    const given = await new Promise<IncomingMessage>((resolve) => onward.once('response', resolve))
    const body = Buffer.concat(await given.toArray())
    const rewritten = rewrite?.(asked, body.toString())
    answer.writeHead(given.statusCode ?? 502, rewritten === undefined ? given.headers : headers)
    answer.end(rewritten ?? body)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    stop: () => {
      way.closeAllConnections()
      return new Promise((resolve) => way.close(resolve))
    },
  }
}
