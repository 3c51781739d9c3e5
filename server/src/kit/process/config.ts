import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defaultDataDir } from '../postgres/data-directory.ts'
import { ConfigError } from './config-error.ts'
import { DEMO_OWNER, refuseUnsafe } from './production.ts'

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(604_800).default(fallback)
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'an address such as postgres://user@host/database' })
/** One address, a network of them, or one of the names that Fastify knows for private ones. */
function isAddress(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().optional(),
  STORAGE_URL: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'at least 32 characters').optional(),
  OWNER_EMAIL: z.email().optional(),
  OWNER_PASSWORD: z.string().min(8, 'at least 8 characters').optional(),
  OWNER_NAME: z.string().optional(),
  DEMO_DATA: flag.optional(),
  AUTH_CODE_TTL_S: seconds(600),
  AUTH_RESEND_WAIT_S: seconds(30),
  AUTH_LOCK_S: seconds(900),
  AUTH_CODES_PER_HOUR: z.coerce.number().int().min(1).default(5),
  AUTH_IP_PER_MIN: z.coerce.number().int().min(1).default(10),
  REQUIRE_TOKEN_FOR_CHANGE: flag.optional(),
  INTAKE_PER_10_MIN: z.coerce.number().int().min(1).default(60),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine((addresses) => addresses.every(isAddress), 'addresses or networks such as 10.0.0.0/8, separated by commas')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, 'a secret key such as sk_test_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .optional(),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SANDBOX: flag.optional(),
  BILLED_FROM: z.string().optional(),
  SANDBOX_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

export type Environment = z.infer<typeof environment>

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
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const given = parsed.data
  const dataDir = resolve(given.DATA_DIR ?? (given.DATABASE_URL ? './data' : defaultDataDir()))
  const production = given.NODE_ENV === 'production'
  if (given.STORAGE_URL && !given.STORAGE_URL.startsWith('file:///')) {
    throw new ConfigError(
      'STORAGE_URL: only a folder (file:///…) is supported so far; unset it to keep uploads in DATA_DIR',
    )
  }
  if (given.MIGRATE_DATABASE_URL && !given.DATABASE_URL) {
    throw new ConfigError(
      'MIGRATE_DATABASE_URL: set DATABASE_URL too, to the same database for a role with fewer rights',
    )
  }
  if (production) refuseUnsafe(given)
  return {
    production,
    guardsOverload: given.NODE_ENV !== 'test',
    host: given.HOST,
    port: given.PORT,
    publicUrl: (given.PUBLIC_URL ?? `http://${given.HOST}:${given.PORT}`).replace(/\/$/, ''),
    dataDir,
    storageDir: given.STORAGE_URL ? fileURLToPath(given.STORAGE_URL) : join(dataDir, 'uploads'),
    databaseUrl: given.DATABASE_URL,
    migrateDatabaseUrl: given.MIGRATE_DATABASE_URL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? 'Hikmah Console <no-reply@hikmah.example>',
    secretKey: given.SECRET_KEY,
    owner: {
      email: (given.OWNER_EMAIL ?? DEMO_OWNER.email).toLowerCase(),
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
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(base.hostname)
  if (base.protocol === 'http:' && !isLoopback)
    throw new ConfigError('STRIPE_API_BASE: the key would travel in the clear, use https')
  if (/_live_/.test(secretKey) && base.hostname !== 'api.stripe.com')
    throw new ConfigError('STRIPE_API_BASE: a live key is for api.stripe.com alone, unset it')
}
