import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'
import { defaultDataDir } from './data-directory.ts'
import { type Environment, environment, findWrapped, isTestKey } from './environment.ts'

/** Random ones of 16 characters have more different ones than this, also in hexadecimal digits. */
const FEWEST_CHARACTERS = 6
/** Of the pairs of a random one not even a fifth are neighbors. */
const MOST_IN_A_ROW = 2 / 3
const pairsOf = (text: string) => [...text].slice(1).map((character, at) => text[at] + character)
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const NEIGHBORS = new Set([...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))].flatMap(pairsOf))
/** Long enough, or at the one place, that hardly anything random holds them by chance. */
const WORDS =
  /^(?:admin|token)|change|secret|passwo?r?d|passphrase|example|default|placeholder|letmein|replace|insecure|production|develop|testing|testtest|hikmah|console|metrics|prometheus|webhook|stripe|mosque|masjid|bismillah/

/** As people write letters to look like more: `P@ssw0rd`. */
const LETTERS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** Whether a secret was thought up rather than drawn: something repeated, rows of keys, or a word of such places. */
export function isThoughtUp(secret: string): boolean {
  const text = secret.replace(/^whsec_/, '').toLowerCase()
  const pairs = pairsOf(text)
  const inARow = pairs.filter((pair) => pair[0] === pair[1] || NEIGHBORS.has(pair))
  const letters = text.replace(/[^a-z]/g, (mark) => LETTERS[mark] ?? '')
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    isRepeated(text) ||
    inARow.length > pairs.length * MOST_IN_A_ROW ||
    WORDS.test(letters)
  )
}

/** Whether all of it is its own beginning over again, the last time perhaps in part. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true
  }
  return false
}

/** What goes to another machine in the clear can be read and changed on the way: codes, mails, every row. */

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/

/** PostgreSQL takes the host from the query first; one that begins with a slash is the folder of a socket. */
export const staysHere = ({ hostname, searchParams }: URL) =>
  LOOPBACK.test(decodeURIComponent(searchParams.get('host') ?? hostname))

/** `require` and its weaker forms verify the certificate too, as pg reads them; the last two say the risk by name. */
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'no-verify', 'disable']

/** What is wrong with the address of a database, in words; undefined where nothing is. */
function databaseInTheClear(name: string, address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  if (staysHere(url) || SSL_MODES.includes(url.searchParams.get('sslmode') ?? '')) return undefined
  return `${name}: add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network`
}

/** STARTTLS counts only where it is required: otherwise a man in the middle can strip it. */
function mailInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  const { protocol, searchParams } = url
  const isSaid = searchParams.get('requireTLS') === 'true' || searchParams.get('ignoreTLS') === 'true'
  if (protocol === 'smtps:' || staysHere(url) || isSaid) return undefined
  return 'SMTP_URL: use smtps:, add ?requireTLS=true, or ?ignoreTLS=true where nobody else is on the network'
}

/** Sessions and mailed codes travel between people and the console. */
function peopleInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  if (url.protocol === 'https:' || staysHere(url)) return undefined
  return 'PUBLIC_URL: use https:, which a proxy before the console may end'
}

/** Printed at the start of every development server, so known to everybody. */
export const DEMO_OWNER = { email: 'owner@hikmah.example', password: 'Bismillah-2026', name: 'Samira Haddad' }

/** The provider's have 38. */
const SHORTEST_SECRET = 32

/** Names every setting that is not for production, all at once. */
export function refuseUnsafe(given: Environment) {
  const wrong: string[] = []
  if (!given.PUBLIC_URL) wrong.push('PUBLIC_URL: set the address that people and the links in mails use')
  if (!given.OWNER_EMAIL || given.OWNER_EMAIL === DEMO_OWNER.email)
    wrong.push('OWNER_EMAIL: set the first owner, the demo owner is not for production')
  if (!given.OWNER_PASSWORD || given.OWNER_PASSWORD === DEMO_OWNER.password)
    wrong.push('OWNER_PASSWORD: set the first owner’s password, not the one of the demo owner')
  if (given.SECRET_KEY && isThoughtUp(given.SECRET_KEY))
    wrong.push('SECRET_KEY: this can be guessed, use a random one (openssl rand -hex 32)')
  if (given.METRICS_TOKEN && isThoughtUp(given.METRICS_TOKEN))
    wrong.push('METRICS_TOKEN: this can be guessed, use a random one (openssl rand -hex 32)')
  if (!given.SMTP_URL) wrong.push('SMTP_URL: set a mail server, the local mailbox is not for production')
  wrong.push(
    ...[
      peopleInTheClear(given.PUBLIC_URL),
      mailInTheClear(given.SMTP_URL),
      databaseInTheClear('DATABASE_URL', given.DATABASE_URL),
      databaseInTheClear('MIGRATE_DATABASE_URL', given.MIGRATE_DATABASE_URL),
    ].filter((words) => words !== undefined),
  )
  if (!given.MAIL_FROM) wrong.push('MAIL_FROM: set the sender of mails')
  if (given.STRIPE_SANDBOX) wrong.push('STRIPE_SANDBOX: simulated payments are not for production, unset it')
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET)
    wrong.push('STRIPE_WEBHOOK_SECRET: set the signing secret of the webhook endpoint, or every event is refused')
  if (given.STRIPE_WEBHOOK_SECRET?.some((secret) => secret.length < SHORTEST_SECRET || isThoughtUp(secret)))
    wrong.push(
      'STRIPE_WEBHOOK_SECRET: this can be guessed, use the one that the payment provider shows for the endpoint',
    )
  if (given.STRIPE_SECRET_KEY && isTestKey(given.STRIPE_SECRET_KEY) && !given.STRIPE_TEST_MODE)
    wrong.push(
      'STRIPE_SECRET_KEY: with a test key no money moves; set a live key, or STRIPE_TEST_MODE=true where that is wanted',
    )
  if (given.DEMO_DATA) wrong.push('DEMO_DATA: fictional data is not for production, unset it')
  if (given.AUTH_CODE_TTL_S > 600 || given.AUTH_CODE_TTL_S < 60)
    wrong.push('AUTH_CODE_TTL_S: from 60 to 600 in production')
  if (given.AUTH_RESEND_WAIT_S < 30) wrong.push('AUTH_RESEND_WAIT_S: at least 30 in production')
  if (given.AUTH_LOCK_S < 900) wrong.push('AUTH_LOCK_S: at least 900 in production')
  if (given.AUTH_CODES_PER_HOUR > 5) wrong.push('AUTH_CODES_PER_HOUR: at most 5 in production')
  if (given.AUTH_IP_PER_MIN > 10) wrong.push('AUTH_IP_PER_MIN: at most 10 in production')
  if (given.INTAKE_PER_10_MIN > 600) wrong.push('INTAKE_PER_10_MIN: at most 600 in production')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

export interface Config {
  production: boolean
  /** Not in tests, which keep the event loop busy on purpose. */
  guardsOverload: boolean
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** Where uploaded bytes lie; instances that share a database share it. */
  storageDir: string
  databaseUrl: string | undefined
  /** The owner of the tables, where it is not who serves. */
  migrateDatabaseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  secretKey: string | undefined
  owner: { email: string; password: string; name: string; isDemo: boolean }
  demoData: boolean
  auth: {
    codeTtlS: number
    resendWaitS: number
    lockS: number
    codesPerHour: number
    ipPerMin: number
    /** Whether a password is changed only by somebody who is signed in. */
    tokenForChange: boolean
  }
  /** Public forms from one address; six times as many in a day. */
  intakePer10Min: number
  trustedProxies: string[]
  /** Who bills, line by line, for receipts. */
  billedFrom: string[]
  /** The payment provider; undefined where there is none but, perhaps, the sandbox. */
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: URL | undefined } | undefined
  /** The payment sandbox that the console starts itself; `port` undefined for a free one. */
  sandbox: { port: number | undefined; webhookSecret: string } | undefined
  metricsToken: string | undefined
  /** What is not said is decided by who reads the log (kit/process/log.ts). */
  logLevel: string | undefined
}

/**
 * Reads the environment (docs/configuration.md), in which an empty variable counts as not set. Throws a ConfigError that
 * names the variable to set.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const wrapped = findWrapped(env)
  if (wrapped.length > 0) throw new ConfigError(wrapped.join('\n'))
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const given = parsed.data
  const dataDir = resolve(given.DATA_DIR ?? (given.DATABASE_URL ? './data' : defaultDataDir()))
  const production = given.NODE_ENV === 'production'
  refuseContradictions(given)
  if (production) refuseUnsafe(given)
  return {
    production,
    guardsOverload: given.NODE_ENV !== 'test',
    host: given.HOST,
    port: given.PORT,
    publicUrl: (given.PUBLIC_URL ?? serverUrl(given.HOST, given.PORT)).replace(/\/$/, ''),
    dataDir,
    storageDir: given.STORAGE_URL ? fileURLToPath(given.STORAGE_URL) : join(dataDir, 'uploads'),
    databaseUrl: given.DATABASE_URL,
    migrateDatabaseUrl: given.MIGRATE_DATABASE_URL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? 'Hikmah Console <no-reply@hikmah.example>',
    secretKey: given.SECRET_KEY,
    owner: {
      email: given.OWNER_EMAIL ?? DEMO_OWNER.email,
      password: given.OWNER_PASSWORD ?? DEMO_OWNER.password,
      name: given.OWNER_NAME ?? DEMO_OWNER.name,
      isDemo: !given.OWNER_EMAIL || !given.OWNER_PASSWORD,
    },
    demoData: given.DEMO_DATA ?? (!given.DATABASE_URL && !production),
    auth: {
      codeTtlS: given.AUTH_CODE_TTL_S,
      resendWaitS: given.AUTH_RESEND_WAIT_S,
      lockS: given.AUTH_LOCK_S,
      codesPerHour: given.AUTH_CODES_PER_HOUR,
      ipPerMin: given.AUTH_IP_PER_MIN,
      tokenForChange: given.REQUIRE_TOKEN_FOR_CHANGE ?? false,
    },
    intakePer10Min: given.INTAKE_PER_10_MIN,
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    billedFrom: (given.BILLED_FROM ?? 'Hikmah Platform').split('|').map((line) => line.trim()),
    ...paymentsOf(given, production),
    metricsToken: given.METRICS_TOKEN,
    logLevel: given.LOG_LEVEL,
  }
}

/** Where the server is reached that listens there. */
export const serverUrl = (host: string, port: number) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** What is set and would not count is a mistake. */
function refuseContradictions(given: Environment) {
  const { STRIPE_SECRET_KEY: key = '' } = given
  const wrong: string[] = []
  if (given.MIGRATE_DATABASE_URL && !given.DATABASE_URL)
    wrong.push('MIGRATE_DATABASE_URL: set DATABASE_URL too, to the same database for a role with fewer rights')
  if (given.STRIPE_API_BASE && !key) wrong.push('STRIPE_API_BASE: set STRIPE_SECRET_KEY too, the key it takes')
  if (given.STRIPE_SANDBOX && key)
    wrong.push('STRIPE_SANDBOX: unset STRIPE_SECRET_KEY to use the sandbox, or unset this')
  if (given.STRIPE_TEST_MODE && !isTestKey(key))
    wrong.push('STRIPE_TEST_MODE: STRIPE_SECRET_KEY is no test key, unset this or set one')
  if (given.SANDBOX_PORT !== undefined && given.SANDBOX_PORT === given.PORT)
    wrong.push('SANDBOX_PORT: the console listens there itself (PORT), choose another one')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

/** Without a key the sandbox stands in, but in production and in tests, which ask for it. */
function paymentsOf(given: Environment, production: boolean): Pick<Config, 'stripe' | 'sandbox'> {
  const webhookSecrets = given.STRIPE_WEBHOOK_SECRET ?? []
  const apiBase = given.STRIPE_API_BASE ? new URL(given.STRIPE_API_BASE) : undefined
  if (given.STRIPE_SECRET_KEY) {
    assertBase(given.STRIPE_SECRET_KEY, apiBase)
    return { stripe: { secretKey: given.STRIPE_SECRET_KEY, webhookSecrets, apiBase }, sandbox: undefined }
  }
  const isWanted = given.STRIPE_SANDBOX ?? (!production && given.NODE_ENV !== 'test')
  const [webhookSecret = `whsec_${randomBytes(24).toString('hex')}`] = webhookSecrets
  return { stripe: undefined, sandbox: isWanted ? { port: given.SANDBOX_PORT, webhookSecret } : undefined }
}

/** A key of real money is sent to the provider alone, and no key in the clear but to this machine. */
function assertBase(secretKey: string, base: URL | undefined) {
  if (!base) return
  if (base.protocol === 'http:' && !staysHere(base))
    throw new ConfigError('STRIPE_API_BASE: the key would travel in the clear, use https')
  if (!isTestKey(secretKey) && base.hostname !== 'api.stripe.com')
    throw new ConfigError('STRIPE_API_BASE: a live key is for api.stripe.com alone, unset it')
}
