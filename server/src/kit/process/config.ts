import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from './config-error.ts'
import { defaultDataDir } from './data-directory.ts'
import { type Environment, environment, findWrapped, isTestKey } from './environment.ts'
import { DEMO_OWNER, refuseUnsafe, staysHere } from './production.ts'

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
