import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { invalid } from '../../errors/refusal.ts'
import type { Config } from '../../process/config.ts'

/** Neighbours share a lock: /24 of an IPv4 address, /64 of an IPv6 one. */
export const networkOf = (ip: string) => firstBits(ip, { ipv4: 24, ipv6: 64 })

/** What counts as one address: an IPv4 address, but the whole /64 that one machine is given of IPv6. */
export const addressOf = (ip: string) => firstBits(ip, { ipv4: 32, ipv6: 64 })

/** An IPv4 address that came as an IPv6 one counts as itself. A caller who has hung up has no address. */
function firstBits(ip: string, bits: { ipv4: number; ipv6: number }): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const octets = address.toByteArray()
  const kept = octets.map((octet, i) => (i * 8 < bits[address.kind()] ? octet : 0))
  return ipaddr.fromByteArray(kept).toString()
}

/** Behind a proxy that is not trusted everybody has its address: a hundred failures of one stop the sign-in of all. */
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
