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

/** Starts listening; resolves with the port. */
export async function listen(app: Pick<FastifyInstance, 'listen' | 'server'>, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    const words = refusals[(error as { code?: string }).code ?? '']
    throw words ? new ConfigError(words(config)) : error
  }
  return (app.server.address() as { port: number }).port
}
