import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@hikmah/contract/common'
import { addressOf } from './network.ts'

const MAX_CONNECTIONS = 5000

/** The connections of one address, those that came first in front. */
interface Caller {
  address: string
  all: Set<Socket>
  /** Those without a request that is being answered, the one that waits longest in front. */
  idle: Set<Socket>
}

/** Which of two loses a connection: who has more, of equals who has one to spare. */
const isGreedier = (a: Caller, b: Caller) =>
  a.all.size > b.all.size || (a.all.size === b.all.size && a.idle.size > 0 && b.idle.size === 0)

/**
 * Keeps one place free, so that nobody is shut out by who holds the others. When the last one is taken, the address with
 * the most connections loses one: the one that has been idle longest, or where all are at work the newest. Of addresses
 * that have no more than the newcomer's, none at work is cut off; then it is the newcomer that has to go.
 */
export function guardConnections(server: Server, max = MAX_CONNECTIONS) {
  const callers = new Map<string, Caller>()
  const owners = new Map<Socket, Caller>()
  server.maxConnections = max

  const forget = (socket: Socket) => {
    const caller = owners.get(socket)
    if (!caller) return
    owners.delete(socket)
    caller.all.delete(socket)
    caller.idle.delete(socket)
    if (caller.all.size === 0) callers.delete(caller.address)
  }

  const pickVictim = (newcomer: Socket, own: Caller): Socket => {
    const most = callers.values().reduce((found, caller) => (isGreedier(caller, found) ? caller : found), own)
    const [idle] = most.idle
    return idle ?? (most.all.size > own.all.size ? [...most.all].at(-1) : undefined) ?? newcomer
  }

  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? '')
    const own = callers.get(address) ?? { address, all: new Set(), idle: new Set() }
    callers.set(address, own)
    own.all.add(socket)
    owners.set(socket, own)
    socket.once('close', () => forget(socket))
    const victim = owners.size >= max ? pickVictim(socket, own) : undefined
    own.idle.add(socket)
    if (!victim) return
    victim.destroy()
    // It says that it is closed a moment later, when others may have come.
    forget(victim)
  })

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    owners.get(socket)?.idle.delete(socket)
    response.once('close', () => owners.get(socket)?.idle.add(socket))
  })
}

const SAID: Record<string, [status: number, field: string, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers', 'The address and the headers together are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body', 'The chunks are not valid'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request', 'The request timed out'],
}

/** What is not an HTTP request never reaches a route, yet it is answered in the one error shape. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, field, words] = SAID[error.code ?? ''] ?? [400, 'request', 'This is not a valid HTTP request']
  const body: ErrorBody = {
    message: `${field}: ${words}`,
    code: 'VALIDATION',
    fields: { [field]: words },
    requestId: crypto.randomUUID(),
  }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
