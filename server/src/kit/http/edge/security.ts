import type { IncomingMessage, ServerResponse } from 'node:http'
import { readEmail } from '@hikmah/contract/email-address'
import type { FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { Counter } from 'prom-client'
import { hmac, type Keys } from '../../auth/keys.ts'
import type { Refusal } from '../../errors/refusal.ts'
import type { Clock } from '../../process/clock.ts'

const options = (publicUrl: string): Parameters<typeof helmet>[0] => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'blob:', 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      // The rich-text editor parses pasted markup under its own policy, and `pasted-html` reads it before in a document
      // that runs nothing; `pdf-worker` names the URL of the one worker, which reads PDFs.
      'trusted-types': ['ProseMirrorClipboard', 'pasted-html', 'pdf-worker'],
    },
  },
  strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: true },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
})

const PERMISSIONS = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

/** The headers of every answer, asked of helmet once: asking at each request took a sixth of the time of a list. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    // The console uses none of these features, so no script may.
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
    // Public answers that may be cached override this.
    'cache-control': 'no-store',
  }
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  helmet(options(publicUrl))({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}

const NOTED = new Set([401, 403, 429])
/** A flood of refusals must not fill the disk: the rest is counted and logged once. */
const MAX_A_MINUTE = 300
const MINUTE_MS = 60_000

/**
 * Logs each refused call: the address, the reason, the id of the person, and a keyed hash of the name that was tried,
 * by which attempts on one name are found without storing names.
 */
export function createSecurityEvents({ keys, clock }: { keys: Keys; clock: Clock }) {
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Calls refused because of who called or how often, such as failed sign-ins (see route and reason)',
    labelNames: ['route', 'reason'],
    registers: [],
  })
  let count = 0
  let endsAt = 0

  const note = (request: FastifyRequest, { status, code }: Refusal, user: string | undefined) => {
    if (!NOTED.has(status)) return
    const route = request.routeOptions.url ?? 'none'
    refusals.inc({ route, reason: code })
    const now = clock.now().getTime()
    if (now >= endsAt) {
      if (count > MAX_A_MINUTE) request.log.warn({ event: 'security', unwritten: count - MAX_A_MINUTE })
      count = 0
      endsAt = now + MINUTE_MS
    }
    count += 1
    if (count > MAX_A_MINUTE) return
    const name = hashUserName(keys, request.body)
    request.log.warn({ event: 'security', status, reason: code, route, ip: request.ip, name, user })
  }
  return { note, refusals }
}

function hashUserName(keys: Keys, body: unknown): string | undefined {
  const { userName } = (body ?? {}) as { userName?: unknown }
  return typeof userName === 'string'
    ? hmac(keys.pepper, `name ${readEmail(userName) ?? userName.toLowerCase()}`).slice(0, 32)
    : undefined
}
