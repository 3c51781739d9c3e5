import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { ErrorBody } from '@hikmah/contract/common'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { invalid } from '../../errors/refusal.ts'
import type { Config } from '../../process/config.ts'

/** Neighbors share a lock: /24 of an IPv4 address, /64 of an IPv6 one. */
export const networkOf = (ip: string) => firstBits(ip, { ipv4: 24, ipv6: 64 })

/** One machine: an IPv4 address, but a whole /64 of IPv6. */
export const machineAddress = (ip: string) => firstBits(ip, { ipv4: 32, ipv6: 64 })

/** An IPv4 address in IPv6 form counts as IPv4. A caller who has hung up has no address. */
function firstBits(ip: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const octets = address.toByteArray()
  const masked = octets.map((octet, i) => (i * 8 < bits[address.kind()] ? octet : 0))
  return ipaddr.fromByteArray(masked).toString()
}

/** Everybody behind an untrusted proxy has its address: a hundred failures of one stop the sign-in of all. */
export function warnOfProxy(app: FastifyInstance, { trustedProxies }: Config) {
  if (trustedProxies.length > 0) return
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    isWarned = true
    request.log.warn(
      'X-Forwarded-For was received but is not trusted: behind a proxy, set TRUSTED_PROXIES to its address',
    )
  })
}

const withoutPort = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * A website whose name leads to this machine (DNS rebinding) could read the local mailbox, codes and all, with the
 * visitor's browser. It sends its own name, so in development a server that only this machine can reach answers only to
 * names of this machine, to addresses, and to the host of PUBLIC_URL. A server that is open to a network has names it
 * does not know; in production there is no mailbox, and a proxy may send any name.
 */
export function guardHost(app: FastifyInstance, { production, publicUrl, host }: Config) {
  const isGuarded = !production && isLoopback(host)
  const names = new Set(['localhost', withoutPort(host), withoutPort(new URL(publicUrl).host)])
  const isOurs = (name: string) => names.has(name) || name.endsWith('.localhost') || isIP(name) !== 0
  app.addHook('onRequest', async (request) => {
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length > 1) throw invalid('Host', 'Send one')
    if (isGuarded && !isOurs(withoutPort(request.headers.host ?? ''))) {
      throw invalid('Host', 'This server does not answer to this host name. Set PUBLIC_URL to use it.')
    }
  })
}

const MAX_CONNECTIONS = 5000

/** In the order in which they came. */
interface Caller {
  address: string
  all: Set<Socket>
  /** Connections without a request under way, the longest idle first. */
  idle: Set<Socket>
}

/** Who has more connections loses one; of equals, who has an idle one. */
const isGreedier = (a: Caller, b: Caller) =>
  a.all.size > b.all.size || (a.all.size === b.all.size && a.idle.size > 0 && b.idle.size === 0)

/**
 * Keeps one place free, so that nobody can shut out all others. When the last one is taken, the address with the most
 * connections loses one: the longest idle, or where all work, the newest. Addresses that have no more than the
 * newcomer's lose none at work; then the newcomer goes.
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
    const address = machineAddress(socket.remoteAddress ?? '')
    const own = callers.get(address) ?? { address, all: new Set(), idle: new Set() }
    callers.set(address, own)
    own.all.add(socket)
    owners.set(socket, own)
    socket.once('close', () => forget(socket))
    const victim = owners.size >= max ? pickVictim(socket, own) : undefined
    own.idle.add(socket)
    if (!victim) return
    victim.destroy()
    // Its close event comes a moment later, when others may have come.
    forget(victim)
  })

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    owners.get(socket)?.idle.delete(socket)
    response.once('close', () => owners.get(socket)?.idle.add(socket))
  })
}

const CLIENT_ERRORS: Record<string, [status: number, field: string, words: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'headers', 'The address and the headers together are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'body', 'The chunks are not valid'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request', 'The request timed out'],
}

const CLOSED_AFTER_MS = 1000

/** What is no HTTP request never reaches a route, yet gets the one error shape. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const [status, field, words] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'request', 'This is not a valid HTTP request']
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
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
  // Whoever does not close it too would keep what waits for the rest of the request.
  setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref()
}
