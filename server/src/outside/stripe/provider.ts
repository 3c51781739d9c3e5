import { PROVIDER_NOT_CONFIGURED } from '@hikmah/contract/payments'
import pLimit from 'p-limit'
import { Gauge } from 'prom-client'
import type Stripe from 'stripe'
import { Refusal, unavailable } from '../../kit/errors/refusal.ts'
import { isTestKey } from '../../kit/process/environment.ts'
import { createBreaker, isRateLimit, isTrouble, refusalOf } from './requests.ts'

/** A link of the provider's own: of one of its websites, or of the place where another stands in for it. */
export function isOwnLink(link: string, base: URL | undefined): boolean {
  const url = URL.parse(link)
  if (!url || url.username || url.password) return false
  if (base && !isStripe(base)) return url.origin === base.origin
  return isStripe(url) && url.port === ''
}

const isStripe = ({ protocol, hostname }: URL) => protocol === 'https:' && /^([\w-]+\.)*stripe\.com$/.test(hostname)

/** An unreachable provider is tried again at most this often. */
const TRY_AGAIN_MS = 10_000

/** Whether the provider answers, judged by our own calls: before the first one nothing is known. */
function createPresence(now: () => Date) {
  let heardAt: Date | undefined
  let awaySince: Date | undefined
  let triedAt: Date | undefined
  return {
    heard() {
      heardAt = now()
      awaySince = undefined
    },
    missed() {
      triedAt = now()
      awaySince ??= triedAt
    },
    awaySince: () => awaySince,
    /** No answer for at least this many milliseconds. */
    isSilentFor: (ms: number) => heardAt === undefined || now().getTime() - heardAt.getTime() > ms,
    isToBeTriedAgain: () =>
      awaySince !== undefined && triedAt !== undefined && now().getTime() - triedAt.getTime() >= TRY_AGAIN_MS,
  }
}

/** The provider's shapes of this version; another version of the SDK has another, and does not compile. */
const API_VERSION = '2026-10-28.endive'
const TOO_MANY_VISITS = 'Too many requests to the payment provider right now. Try again soon.'
/** Of the sandbox, which takes any test key. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/**
 * What a call is for. Somebody waits for a `page`, which rather goes without; `work` in the background, and what moves
 * money, takes its time. Both well within the bound of a request. A `visit` may be anybody's, and takes no place of the
 * others. A `trial` finds out whether it answers, also while nobody else is let through.
 */
export type Use = 'page' | 'work' | 'visit' | 'trial'
const PATIENCE = {
  page: { timeout: 5000, maxNetworkRetries: 1, tries: 2 },
  work: { timeout: 10_000, maxNetworkRetries: 2, tries: 5 },
  visit: { timeout: 5000, maxNetworkRetries: 1, tries: 1 },
  trial: { timeout: 5000, maxNetworkRetries: 0, tries: 1 },
} as const
/** Heard this recently, it need not be called to know that it answers. */
const HEARD_LATELY_MS = 30_000

/** The provider allows 25 calls a second in test mode. */
export const AT_ONCE = 5
const VISITS_AT_ONCE = 2
/** Those under way and those that wait for them. */
export const MAX_VISITS = 12
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8000

export interface StripeSettings {
  secretKey: string
  /** Several while one is being exchanged for another, and for connected accounts. */
  webhookSecrets: string[]
  /** Where the provider is asked, unless it is Stripe itself: asked for before each connection, as it may have moved. */
  base: (() => Promise<URL>) | undefined
  isSandbox: boolean
}

/** The payment provider: the one way to it. Reached by the functions beside this file, which guard their ids. */
export interface PaymentProvider {
  isConfigured: boolean
  isSandbox: boolean
  /** It is the provider itself, with a key that moves no money. */
  isTestMode: boolean
  /**
   * Throws a Refusal in our words: 404 where there is no such thing, 422 naming the field, 402 of a card, 409 for another
   * call with the same key, 502 when it cannot be reached, 503 when it is busy or not configured, or visited by too many.
   */
  ask<T extends { object: string }>(use: Use, call: (sdk: Stripe) => Promise<T>): Promise<T>
  /**
   * Since when it does not answer, or undefined: it answered the last call, or nobody called. While it is away, asking this
   * has it tried again in the background, every ten seconds at most.
   */
  awaySince(): Date | undefined
  /** The same after a call to it, where it was not heard within half a minute. `now`: in any case. Never throws. */
  look(when?: 'now'): Promise<Date | undefined>
  /** Whether calls are refused without being made, since too many in a row have failed. */
  isCutOff(): boolean
  /** Whether a link that it answered leads to itself: nobody is sent anywhere else. */
  owns(link: string): Promise<boolean>
  /** The event that these bytes are, or undefined when no secret signed them within five minutes of now. */
  readEvent(body: Buffer, signature: string, now: Date): Promise<Stripe.Event | undefined>
}

export function createProvider(
  settings: StripeSettings | undefined,
  now: () => Date = () => new Date(),
): PaymentProvider {
  const breaker = createBreaker()
  const presence = createPresence(now)
  const limits = { page: pLimit(AT_ONCE), work: pLimit(AT_ONCE), visit: pLimit(VISITS_AT_ONCE), trial: pLimit(1) }
  const opened = new Map<string, Promise<Stripe>>()

  const open = async (use: Use): Promise<Stripe> => {
    if (!settings) throw unavailable(PROVIDER_NOT_CONFIGURED)
    const base = await settings.base?.()
    const name = `${use} ${base?.host ?? ''}`
    const known = opened.get(name) ?? connect(settings.secretKey, base, use)
    opened.set(name, known)
    return known
  }

  const once = async <T extends { object: string }>(use: Use, call: (sdk: Stripe) => Promise<T>) => {
    const sdk = await open(use)
    if (use !== 'trial') breaker.assertClosed()
    try {
      const answer = await call(sdk)
      // The SDK accepts any JSON without an `error`, whoever sent it.
      if (typeof answer?.object !== 'string')
        throw new Refusal(502, 'UPSTREAM', 'The payment provider returned an invalid response')
      answered()
      return answer
    } catch (error) {
      if (isTrouble(error)) {
        breaker.failed()
        presence.missed()
      } else answered()
      throw error
    }
  }

  const answered = () => {
    breaker.succeeded()
    presence.heard()
  }

  const ask: PaymentProvider['ask'] = async (use, call) => {
    const { activeCount, pendingCount } = limits[use]
    if (use === 'visit' && activeCount + pendingCount >= MAX_VISITS) throw unavailable(TOO_MANY_VISITS)
    return limits[use](async () => {
      const { tries } = PATIENCE[use]
      for (let tried = 1; ; tried += 1) {
        try {
          return await once(use, call)
        } catch (error) {
          if (!isRateLimit(error) || tried === tries) throw refusalOf(error)
          const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tried)
          await new Promise((done) => setTimeout(done, Math.random() * most))
        }
      }
    })
  }

  let trying: Promise<unknown> | undefined
  /** However many want to know, it is called once. */
  const probe = () => {
    trying ??= ask('trial', (sdk) => sdk.events.list({ limit: 1 }))
      .catch(() => undefined)
      .finally(() => {
        trying = undefined
      })
    return trying
  }

  return {
    isConfigured: settings !== undefined,
    isSandbox: settings?.isSandbox ?? false,
    isTestMode: settings !== undefined && !settings.isSandbox && isTestKey(settings.secretKey),
    ask,
    awaySince: () => {
      if (presence.isToBeTriedAgain()) void probe()
      return presence.awaySince()
    },
    look: async (when) => {
      if (settings && (when === 'now' || presence.isSilentFor(HEARD_LATELY_MS))) await probe()
      return presence.awaySince()
    },
    isCutOff: breaker.isOpen,
    owns: async (link) => isOwnLink(link, await settings?.base?.()),
    readEvent: async (body, signature, now) => {
      if (!settings) throw unavailable(PROVIDER_NOT_CONFIGURED)
      const { webhooks } = await open('work')
      for (const secret of settings.webhookSecrets) {
        try {
          const event = webhooks.constructEvent(body, signature, secret)
          return isFromTheFuture(signature, now) ? undefined : event
        } catch {
          // Signed with another of our secrets, or by nobody we know.
        }
      }
      return undefined
    },
  }
}

const TOLERANCE_S = 300

/** The SDK refuses what is old, and takes what is dated in the future. */
function isFromTheFuture(signature: string, now: Date): boolean {
  const [, seconds = '0'] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
  return Number(seconds) > now.getTime() / 1000 + TOLERANCE_S
}

async function connect(secretKey: string, base: URL | undefined, use: Use): Promise<Stripe> {
  // Loaded with its first use: a third of what the whole server weighs.
  const { default: Sdk } = await import('stripe')
  const { timeout, maxNetworkRetries } = PATIENCE[use]
  return new Sdk(secretKey, {
    apiVersion: API_VERSION,
    timeout,
    maxNetworkRetries,
    telemetry: false,
    appInfo: { name: 'Hikmah Console' },
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? 'http' : 'https' }),
  })
}

/** For /metrics. */
export const createCutOffGauge = ({ isCutOff }: Pick<PaymentProvider, 'isCutOff'>) =>
  new Gauge({
    name: 'payment_provider_cut_off',
    help: '1 while calls to the payment provider are refused here because too many in a row have failed',
    registers: [],
    collect() {
      this.set(isCutOff() ? 1 : 0)
    },
  })
