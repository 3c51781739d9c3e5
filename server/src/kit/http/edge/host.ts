import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../errors/refusal.ts'
import type { Config } from '../../process/config.ts'

/** The name without its port: `[::1]:4000` is `::1`. */
const nameOf = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()

const isOfThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * A website whose name is made to lead to this machine (DNS rebinding) could read the local mailbox, codes and all, with
 * the visitor's browser. It comes with its own name, so in development a server that only this machine can reach answers
 * to names of this machine, to addresses, and to the host of PUBLIC_URL. One that was opened to a network goes by names
 * that it does not know; in production there is no mailbox, and a proxy may send any name.
 */
export function guardHost(app: FastifyInstance, { production, publicUrl, host }: Config) {
  const isGuarded = !production && isOfThisMachine(host)
  const names = new Set(['localhost', nameOf(host), nameOf(new URL(publicUrl).host)])
  const isOurs = (name: string) => names.has(name) || name.endsWith('.localhost') || isIP(name) !== 0
  app.addHook('onRequest', async (request) => {
    const { rawHeaders } = request.raw
    const hosts = rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length > 1) throw invalid('Host', 'Send one')
    if (isGuarded && !isOurs(nameOf(request.headers.host ?? ''))) {
      throw invalid('Host', 'This server does not answer to this host name. Set PUBLIC_URL to use it.')
    }
  })
}
