import autocannon from 'autocannon'

export interface Figures {
  p50: number
  p95: number
  perSecond: number
  /** Refused or not answered. */
  failures: number
}

/** The time, of sorted ones, that this share of them does not exceed. */
export const shareOf = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0

/** Milliseconds and requests a second over some seconds, after a warm-up. */
export async function measure(
  url: string,
  token: string,
  connections: number,
  more: Partial<autocannon.Options> = {},
): Promise<Figures> {
  const seconds = 3
  const options = { url, connections, headers: { token }, timeout: 60, ...more }
  await autocannon({ ...options, duration: 1 })
  const times: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon({ ...options, duration: seconds }, (error, done) =>
      error ? reject(error) : resolve(done),
    )
    instance.on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
  times.sort((a, b) => a - b)
  return {
    p50: shareOf(times, 0.5),
    p95: shareOf(times, 0.95),
    perSecond: times.length / seconds,
    failures: result.non2xx + result.errors,
  }
}

export const warmUp = (url: string, amount: number, more: Partial<autocannon.Options>) =>
  autocannon({ url, connections: 20, amount, ...more })

/** Sends so many at once and says how often each status came. */
export async function countAnswers(count: number, send: (n: number) => Promise<Response>): Promise<string> {
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      send(n).then(
        ({ status }) => String(status),
        () => 'no answer',
      ),
    ),
  )
  const counts = Object.groupBy(statuses, (status) => status)
  return Object.entries(counts)
    .map(([status, those]) => `${those?.length} × ${status}`)
    .join(', ')
}
