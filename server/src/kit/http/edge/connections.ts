import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
