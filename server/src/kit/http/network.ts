/** Neighbours share a lock: /24 of an IPv4 address, /64 of an IPv6 one. */
export function networkOf(ip: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip)
  return v4?.[1] ?? networkOfV6(ip)
}

/** What counts as one address: an IPv4 address, but the whole /64 that one machine is given of IPv6. */
export function addressOf(ip: string): string {
  const v4 = /\d+\.\d+\.\d+\.\d+$/.exec(ip)
  return v4?.[0] ?? networkOfV6(ip)
}

/** The first four groups, whichever zeros were left out. */
function networkOfV6(ip: string): string {
  const [head = '', tail = ''] = ip.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
