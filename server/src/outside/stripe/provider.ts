import { PROVIDER_NOT_CONFIGURED } from '@hikmah/contract/payments'
import { CONSOLE_NAME } from '@hikmah/contract/words'
import pLimit from 'p-limit'
import { Gauge } from 'prom-client'
import type Stripe from 'stripe'
import { Refusal, unavailable } from '../../kit/errors/refusal.ts'
import { isTestKey } from '../../kit/process/environment.ts'
import { isTracing, traced } from '../../kit/telemetry/tracing.ts'
import { createBreaker, isRateLimit, isTrouble, refusalOf } from './requests.ts'

/** A link to one of the provider's websites, or to its stand-in. */
export function isOwnLink(link: string, base: URL | undefined): boolean {
  const url = URL.parse(link)
  if (!url || url.username || url.password) return false
  if (base && !isStripe(base)) return url.origin === base.origin
  return isStripe(url) && url.port === ''
}

const isStripe = ({ protocol, hostname }: URL) => protocol === 'https:' && /^([\w-]+\.)*stripe\.com$/.test(hostname)

const TRY_AGAIN_MS = 10_000

/** Judges by our own calls whether the provider answers; before the first one nothing is known. */
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
    isSilentFor: (ms: number) => heardAt === undefined || now().getTime() - heardAt.getTime() > ms,
    isToBeTriedAgain: () =>
      awaySince !== undefined && triedAt !== undefined && now().getTime() - triedAt.getTime() >= TRY_AGAIN_MS,
  }
}

/** Another version of the SDK has other shapes and does not compile. */
const API_VERSION = '2026-10-28.endive'
const TOO_MANY_VISITS = 'Too many requests to the payment provider right now. Try again soon.'
/** The sandbox takes any test key. */
export const SANDBOX_KEY = 'sk_test_sandbox'

/**
 * The purpose of a call. Somebody waits for a `page`, which can do without; `work` runs in the background or moves
 * money and takes its time. Both stay within the limit of a request. A `visit` may be anybody's and takes no place of
 * the others. A `trial` finds out whether the provider answers, even while calls are cut off.
 */
export type Use = 'page' | 'work' | 'visit' | 'trial'
const PATIENCE = {
  page: { timeout: 5000, maxNetworkRetries: 1, tries: 2 },
  work: { timeout: 10_000, maxNetworkRetries: 2, tries: 5 },
  visit: { timeout: 5000, maxNetworkRetries: 1, tries: 1 },
  trial: { timeout: 5000, maxNetworkRetries: 0, tries: 1 },
} as const
/** Heard this recently, the provider needs no call to know that it answers. */
const HEARD_LATELY_MS = 30_000

/** The provider allows 25 calls a second in test mode. */
export const AT_ONCE = 5
const VISITS_AT_ONCE = 2
/** Under way and waiting. */
export const MAX_VISITS = 12
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8000

export interface StripeSettings {
  secretKey: string
  /** Several during an exchange, and for connected accounts. */
  webhookSecrets: string[]
  /** Where the provider is, unless it is Stripe itself. Called before each connection, as it may have moved. */
  base: (() => Promise<URL>) | undefined
  isSandbox: boolean
}

/** The one way to the payment provider, for the functions beside this file, which guard their ids. */
export interface PaymentProvider {
  isConfigured: boolean
  isSandbox: boolean
  /** The real provider, with a key that moves no money. */
  isTestMode: boolean
  /**
   * Throws a Refusal: 404 for what does not exist, 422 naming the field, 402 of a card, 409 for another call with the
   * same key, 502 when unreachable, 503 when busy, not configured, or visited by too many.
   */
  ask<T extends { object: string }>(use: Use, call: (sdk: Stripe) => Promise<T>): Promise<T>
  /** Undefined if it answered last. Asking while it is away tries it again, every ten seconds at most. */
  awaySince(): Date | undefined
  /** The same, after a call if it was not heard within half a minute. `now`: in any case. Never throws. */
  look(when?: 'now'): Promise<Date | undefined>
  /** Whether calls are refused here, since too many in a row have failed. */
  isCutOff(): boolean
  /** Nobody is sent anywhere but to the provider itself. */
  owns(link: string): Promise<boolean>
  /** What staff see there of an object, such as `disputes/du_…`. */
  pageOf(object: string): Promise<string>
  /** Undefined when no secret signed the bytes within five minutes of now. */
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
    const sdk = opened.get(name) ?? connect(settings.secretKey, base, use)
    opened.set(name, sdk)
    return sdk
  }

  const once = async <T extends { object: string }>(use: Use, call: (sdk: Stripe) => Promise<T>) => {
    const sdk = await open(use)
    if (use !== 'trial') breaker.assertClosed()
    try {
      const answer = await call(sdk)
      // The SDK accepts any JSON without an `error`, from anybody.
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
    pageOf: async (object) => {
      const base = await settings?.base?.()
      if (base && !isStripe(base)) return new URL(`/__sandbox/${object}`, base).href
      const mode = settings && isTestKey(settings.secretKey) ? 'test/' : ''
      return `https://dashboard.stripe.com/${mode}${object}`
    },
    readEvent: async (body, signature, now) => {
      if (!settings) throw unavailable(PROVIDER_NOT_CONFIGURED)
      const { webhooks } = await open('work')
      for (const secret of settings.webhookSecrets) {
        try {
          const event = webhooks.constructEvent(body, signature, secret)
          return isFromTheFuture(signature, now) ? undefined : event
        } catch {
          // Signed with another of our secrets, or by a stranger.
        }
      }
      return undefined
    },
  }
}

const TOLERANCE_S = 300

/** The SDK refuses old events but accepts future dates. */
function isFromTheFuture(signature: string, now: Date): boolean {
  const [, seconds = '0'] = /(?:^|,)t=(\d+)/.exec(signature) ?? []
  return Number(seconds) > now.getTime() / 1000 + TOLERANCE_S
}

/** Of the addresses of the provider; whatever else stands in one is an id or a name that somebody chose. */
const PLACES = new Set(
  `v1 accounts persons checkout sessions line_items coupons credit_notes customers payment_methods attach disputes close
  events invoice_payments invoices create_preview lines mark_uncollectible pay send void payment_intents prices products
  promotion_codes refunds subscription_items subscription_schedules release subscriptions tax_rates`.split(/\s+/),
)

/** Such as `/v1/customers/{id}`. */
export const templateOf = (path: string) =>
  path
    .replace(/\?.*$/s, '')
    .split('/')
    .map((part) => (part === '' || PLACES.has(part) ? part : '{id}'))
    .join('/')

function traceCalls(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = (host, port, path, method, ...rest) => {
    const template = templateOf(path)
    const attributes = { 'http.request.method': method, 'url.template': template }
    const call = () => makeRequest(host, port, path, method, ...rest)
    return traced({ name: `${method} ${template}`, isOutgoing: true, attributes }, call)
  }
  return client
}

async function connect(secretKey: string, base: URL | undefined, use: Use): Promise<Stripe> {
  // Loaded at first use: a third of the memory of the whole server.
  const { default: Sdk } = await import('stripe')
  const { timeout, maxNetworkRetries } = PATIENCE[use]
  return new Sdk(secretKey, {
    apiVersion: API_VERSION,
    timeout,
    maxNetworkRetries,
    telemetry: false,
    ...(isTracing() && { httpClient: traceCalls(Sdk.createNodeHttpClient()) }),
    appInfo: { name: CONSOLE_NAME },
    ...(base && { host: base.hostname, port: base.port, protocol: base.protocol === 'http:' ? 'http' : 'https' }),
  })
}

export const createCutOffGauge = ({ isCutOff }: Pick<PaymentProvider, 'isCutOff'>) =>
  new Gauge({
    name: 'payment_provider_cut_off',
    help: '1 while calls to the payment provider are refused here because too many in a row have failed',
    registers: [],
    collect() {
      this.set(isCutOff() ? 1 : 0)
    },
  })
