import { createStackParser, createTransport } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import type { LoggedError } from '../process/log.ts'
import { describeRelease } from '../process/release.ts'

const SEND_MS = 5000
const STOP_MS = 2000
/** What fails at once fails in numbers: the first ones tell. */
const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

interface ErrorLine {
  level: number
  msg?: string
  err?: LoggedError
  reqId?: string
  traceId?: string
  method?: string
  route?: string
  status?: number
  job?: string
}

/** Sends each line of the log that tells of an error to a server of Sentry's protocol: what is not logged is not sent. */
export function openErrorReports(dsn: string, environment: string, onError: (error: unknown) => void) {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release: `hikmah-console@${describeRelease()}`,
    platform: 'node',
    integrations: [],
    traceLifecycle: 'static',
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    stackParser,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const { url, headers = {} } = options
        const sent = { method: 'POST', headers, body: Buffer.from(body), signal: AbortSignal.timeout(SEND_MS) }
        const answer = await fetch(url, sent).catch((error: unknown) => {
          onError(error)
          throw error
        })
        await answer.arrayBuffer()
        return {
          statusCode: answer.status,
          headers: {
            'retry-after': answer.headers.get('retry-after'),
            'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
          },
        }
      }),
  })
  client.init()
  let count = 0
  let endsAt = 0

  return {
    see(line: string): string {
      if (!/^\{"level":[56]0,/.test(line)) return line
      const now = performance.now()
      if (now >= endsAt) {
        count = 0
        endsAt = now + MINUTE_MS
      }
      count += 1
      if (count <= MAX_A_MINUTE) client.captureEvent(eventOf(JSON.parse(line)))
      return line
    },
    stop: async () => {
      await client.close(STOP_MS)
    },
  }
}

const stackParser = createStackParser(nodeStackLineParser())

function eventOf({ level, msg, err, reqId: requestId, traceId, method, route, status, job }: ErrorLine) {
  const causes = causesOf(err)
  const values = causes.map(({ type, message, stack }) => ({
    type,
    value: message,
    stacktrace: { frames: stackParser(stack) },
  }))
  const tags = { requestId, traceId, route, status, job, code: causes.find(({ code }) => code)?.code }
  return {
    level: level === 60 ? ('fatal' as const) : ('error' as const),
    ...(msg !== undefined && { logentry: { message: msg } }),
    ...(route && { transaction: [method, route].filter(Boolean).join(' ') }),
    ...(values.length > 0 && { exception: { values } }),
    tags: Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== undefined)),
  }
}

/** The innermost first, as the protocol has it. */
const causesOf = (error: LoggedError | undefined): LoggedError[] => (error ? [...causesOf(error.cause), error] : [])
