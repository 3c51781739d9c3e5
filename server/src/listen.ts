import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from './kit/process/config.ts'
import { ConfigError } from './kit/process/config-error.ts'

/** What a system may say to an address that was asked for. */
const refusals: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ port, host }) => `PORT: ${port} on ${host} is in use. End what uses it, or choose another one.`,
  EACCES: ({ port }) => `PORT: ${port} needs more rights than this account has. Choose one above 1023.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST: ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is not known. Use 127.0.0.1, or 0.0.0.0 for all addresses of this machine.`,
}

function refusalOf(error: unknown, config: Config): unknown {
  const words = refusals[(error as { code?: string }).code ?? '']
  return words ? new ConfigError(words(config)) : error
}

/** Before anything is written, which may take a minute at the first start, whether it could be listened on. */
export async function assertFree(config: Config): Promise<void> {
  const server = createServer()
  try {
    server.listen(config.port, config.host)
    await once(server, 'listening')
  } catch (error) {
    throw refusalOf(error, config)
  } finally {
    server.close()
  }
}

/** Starts listening; resolves with the port. */
export async function listen(app: Pick<FastifyInstance, 'listen' | 'server'>, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw refusalOf(error, config)
  }
  return (app.server.address() as { port: number }).port
}
