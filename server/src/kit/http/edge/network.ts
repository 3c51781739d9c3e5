import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
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
