/** security.md §1: five failures lock, each further lock is twice as long, fifty end it until an owner unlocks. */
export const FAILURES_PER_LOCK = 5
export const HARD_STOP = 50
const LONGEST_LOCK_S = 86_400
export const TRIES_PER_CODE = 5

export const lockSeconds = (firstLockS: number, locksBefore: number) =>
  Math.min(LONGEST_LOCK_S, firstLockS * 2 ** locksBefore)

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
