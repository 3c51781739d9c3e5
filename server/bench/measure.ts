import autocannon from 'autocannon'
import pLimit from 'p-limit'

export interface Figures {
  /** The first call, before anything of it is in memory. */
  cold: number
  p50: number
  p95: number
  perSecond: number
  /** Refused or not answered. */
  failures: number
}

/** The time, of sorted ones, that this share of them does not exceed. */
export const shareOf = (times: number[], share: number) => times[Math.floor(times.length * share)] ?? 0

async function timeOf(call: () => Promise<Response>): Promise<{ ms: number; status: string }> {
  const began = performance.now()
  const status = await call().then(
    async (answer) => {
      await answer.arrayBuffer()
      return String(answer.status)
    },
    () => 'no answer',
  )
  return { ms: performance.now() - began, status }
}

/** Milliseconds and requests a second over some seconds, after a warm-up. */
export async function measure(
  url: string,
  token: string,
  connections: number,
  more: Partial<autocannon.Options> = {},
): Promise<Figures> {
  const seconds = 3
  const options = { url, connections, headers: { token }, timeout: 60, ...more }
  const cold = more.requests ? Number.NaN : (await timeOf(() => fetch(url, { headers: { token } }))).ms
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
    cold,
    p50: shareOf(times, 0.5),
    p95: shareOf(times, 0.95),
    perSecond: times.length / seconds,
    failures: result.non2xx + result.errors,
  }
}

export const warmUp = (url: string, amount: number, more: Partial<autocannon.Options>) =>
  autocannon({ url, connections: 20, amount, ...more })

const countStatuses = (statuses: string[]) =>
  Object.entries(Object.groupBy(statuses, (status) => status))
    .map(([status, those]) => `${those?.length} × ${status}`)
    .join(', ')

/** Sends so many at once and says how often each status came. */
export async function countAnswers(count: number, send: (n: number) => Promise<Response>): Promise<string> {
  const sent = await Promise.all(Array.from({ length: count }, (_, n) => timeOf(() => send(n))))
  return countStatuses(sent.map(({ status }) => status))
}

/** So many writes, so many of them in flight, and how often each status came. */
export async function measureWrites(
  count: number,
  inFlight: number,
  send: (n: number) => Promise<Response>,
): Promise<Figures & { answers: string }> {
  const limited = pLimit(inFlight)
  const began = performance.now()
  const sent = await Promise.all(Array.from({ length: count }, (_, n) => limited(() => timeOf(() => send(n)))))
  const seconds = (performance.now() - began) / 1000
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    cold: sent[0]?.ms ?? 0,
    p50: shareOf(times, 0.5),
    p95: shareOf(times, 0.95),
    perSecond: count / seconds,
    failures: sent.filter(({ status }) => !status.startsWith('2')).length,
    answers: countStatuses(sent.map(({ status }) => status)),
  }
}
