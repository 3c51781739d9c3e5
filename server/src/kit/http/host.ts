import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../process/config.ts'
import { invalid } from './refusal.ts'

/** The name without its port: `[::1]:4000` is `::1`. */
const nameOf = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

/**
 * A website whose name is made to lead to this machine (DNS rebinding) could read the local mailbox, codes and all, with
 * the visitor's browser. It comes with its own name, so in development only names of this machine, addresses, and the
 * host of PUBLIC_URL are answered. In production there is no mailbox, and a proxy may send any name.
 */
export function guardHost(app: FastifyInstance, { production, publicUrl, host }: Config) {
  const names = new Set(['localhost', nameOf(host), nameOf(new URL(publicUrl).host)])
  const isOurs = (name: string) => names.has(name) || name.endsWith('.localhost') || isIP(name) !== 0
  app.addHook('onRequest', async (request) => {
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length > 1) throw invalid('Host', 'Send one')
    if (!production && !isOurs(nameOf(request.headers.host ?? ''))) {
      throw invalid('Host', 'This server does not go by this name. Set PUBLIC_URL to use it.')
    }
  })
}
