import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Listening {
  /** False while a notice could be missed. */
  isHearing(): boolean
  stop(): Promise<void>
}

const AGAIN_MS = 1000
/** What is deaf for good, as behind a pooler that shares its connections, is not worth a try a second. */
const DEAF_AGAIN_MS = 30_000
const ECHO = 'listener_echo'
const ECHO_MS = 2000
/** What was heard proves that nothing sent before it is missing, for this long. */
const PROVEN_MS = 900
const PROVE_AGAIN_MS = 300

/**
 * Listens on a connection of its own, reopened whenever it breaks or is deaf; then calls `onNotify` without a payload,
 * as some may have been missed. A connection may be deaf and look whole. So with `notify`, which sends by the way of
 * all others, hearing is proven when it opens, and again as often as somebody asks for it.
 */
export async function listenPostgres(
  url: string,
  channel: string,
  onNotify: (payload?: string) => void,
  notify?: (channel: string, payload: string) => Promise<unknown>,
): Promise<Listening> {
  let client: pg.Client | undefined
  let isOpen = false
  let isStopped = false
  let provenAt = 0
  let askedAt = 0
  let echo: { word: string; heard: (isHeard: boolean) => void } | undefined

  const lose = (lost: pg.Client, againMs = AGAIN_MS) => {
    if (client !== lost || isStopped) return
    isOpen = false
    client = undefined
    lost.end().catch(() => undefined)
    setTimeout(() => void open(), againMs).unref()
  }

  /** Rejects when the notice could not be sent; one that was sent and is not heard loses the connection. */
  const prove = async (listener: pg.Client) => {
    const { promise, resolve: heard } = Promise.withResolvers<boolean>()
    const expected = { word: crypto.randomUUID(), heard }
    const sentAt = performance.now()
    echo = expected
    askedAt = sentAt
    try {
      await notify!(ECHO, expected.word)
      if (await Promise.race([promise, sleep(ECHO_MS, false, { ref: false })])) provenAt = sentAt
      else lose(listener, DEAF_AGAIN_MS)
    } finally {
      if (echo === expected) echo = undefined
    }
  }

  const open = async () => {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500, keepAlive: true })
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel: from, payload = '' }) => {
      if (from !== ECHO) onNotify(payload)
      else if (payload === echo?.word) echo.heard(true)
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (notify) {
        await next.query(`listen ${ECHO}`)
        await prove(next)
      }
      isOpen = client === next
      if (isOpen) onNotify()
    } catch {
      lose(next)
    }
  }

  const isProven = (listener: pg.Client) => {
    const now = performance.now()
    if (!echo && now - askedAt > PROVE_AGAIN_MS) prove(listener).catch(() => undefined)
    return now - provenAt < PROVEN_MS
  }

  await open()
  return {
    isHearing: () => isOpen && client !== undefined && (!notify || isProven(client)),
    stop: async () => {
      isStopped = true
      await client?.end().catch(() => undefined)
    },
  }
}
