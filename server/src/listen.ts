import { once } from 'node:events'
import { createServer, Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Draining } from './app.ts'
import type { Config } from './kit/process/config.ts'
import { ConfigError } from './kit/process/config-error.ts'

const refusals: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port, host }) => `PORT: ${port} on ${host} is in use. End what uses it, or choose another one.`,
  EACCES: ({ port }) => `PORT: ${port} needs more rights than this account has. Choose one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is not known. Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine.`,
}

function explainFailure(error: unknown, config: Config): unknown {
  const words = refusals[(error as { code?: string }).code ?? '']
  return words ? new ConfigError(words(config)) : error
}

/** Checks before anything is written, which may take a minute at the first start, that the port is free. */
export async function assertFree(config: Config): Promise<void> {
  const server = createServer()
  try {
    server.listen(config.port, config.host)
    await once(server, 'listening')
  } catch (error) {
    throw explainFailure(error, config)
  } finally {
    server.close()
  }
}

export async function listen(app: Pick<FastifyInstance, 'listen' | 'server'>, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw explainFailure(error, config)
  }
  return (app.server.address() as { port: number }).port
}

const NOTICE_MS = 300
const LEAVE_MS = 500
const SILENCE_MS = 30
const QUIET_MS = 0.2
const LONGEST_SHUT_MS = 1000

/** Everybody who is served leaves with a complete answer; `close` ends what is left. */
export async function drain(app: FastifyInstance, state: Draining, close: () => Promise<void>): Promise<void> {
  state.draining = true
  // The load balancer learns from /readyz that we are shutting down.
  await sleep(NOTICE_MS)
  // The door closes before anybody is sent out: closing a connection under a busy caller loses a request. Each gets one
  // more answer, which says that it was the last.
  state.shutting = shutDoor(app.server)
  await state.shutting
  await sleep(LEAVE_MS)
  // A connection that falls idle now would otherwise be kept alive until the time is up.
  setInterval(() => app.server.closeIdleConnections(), 100).unref()
  await close()
}

/**
 * The system connects callers before we accept them, and closing the door resets those who still wait. So it closes
 * after a silence, in a turn of the event loop that accepted nobody and was too short for anybody to come. Callers who
 * return after each answer fall silent soon, since requests wait for the door; for others a shorter silence does.
 */
async function shutDoor(server: Server): Promise<void> {
  const began = performance.now()
  let lastKnock = began
  const listen = () => {
    lastKnock = performance.now()
  }
  server.on('connection', listen)
  for (let isShort = false; ; ) {
    const turnBegan = performance.now()
    const isSilent = turnBegan - lastKnock > SILENCE_MS * (1 - (turnBegan - began) / LONGEST_SHUT_MS)
    if ((isSilent && isShort) || turnBegan - began > LONGEST_SHUT_MS) break
    await (isSilent ? nextTurn() : sleep(1))
    isShort = performance.now() - turnBegan < QUIET_MS
  }
  server.off('connection', listen)
  Server.prototype.close.call(server)
}
