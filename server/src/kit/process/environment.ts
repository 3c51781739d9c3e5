import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { RequiredText } from '@hikmah/contract/common'
import { Email } from '@hikmah/contract/email'
import { MAX_NAME } from '@hikmah/contract/words'
import { z } from 'zod'

/** `Number` would take 0x10, 1e3 and an empty text too. */
const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `at least ${min}`).max(max, `at most ${max}`))
const WEEK_S = 604_800
const MANY = 1_000_000
const seconds = (min: number, fallback: number) => count(min, WEEK_S).default(fallback)
const flag = z.enum(['true', 'false', '1', '0'], 'true or false').transform((text) => text === 'true' || text === '1')

function parseUrl(text: string, protocols: string[], needsHost = true): URL | undefined {
  const url = URL.parse(text)
  return url && protocols.includes(url.protocol) && (url.hostname !== '' || !needsHost) ? url : undefined
}

/** Whatever follows the port would be lost, or end in the middle of a link. */
function isOrigin(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:'])
  return url !== undefined && text.replace(/\/$/, '').toLowerCase() === `${url.protocol}//${url.host}`
}

const origin = z.string().refine(isOrigin, 'an address such as https://console.example.org, without a path')

/** The modes that pg knows; it takes any other word for none, and sends in the clear. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

function isDatabase(text: string): boolean {
  const url = parseUrl(text, ['postgres:', 'postgresql:'], false)
  return url !== undefined && SSL_MODES.includes(url.searchParams.get('sslmode') ?? 'disable')
}

const databaseUrl = z
  .string()
  .refine(isDatabase, `an address such as postgres://user@host/database, with an sslmode of ${SSL_MODES.join(', ')}`)

/** One address, a network, or a name that Fastify knows for private networks. All addresses (`/0`) is no network. */
function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (most < 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}

const isHost = (text: string) =>
  (isIP(text) !== 0 && !text.includes('%')) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)

/** `office@masjid.example`, or with the name of who sends it: `Hikmah <office@masjid.example>`. */
function isSender(text: string): boolean {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  return Email.safeParse(address).success && !/[\p{Cc}@]/u.test(name)
}

function isFolderUrl(text: string): boolean {
  try {
    return text.startsWith('file:///') && fileURLToPath(text).length > 1
  } catch {
    return false
  }
}

const BUCKET_SETTINGS = ['endpoint', 'region', 'insecure']

/** A key in it would be shown wherever the address is. */
function isBucketUrl(text: string): boolean {
  const url = parseUrl(text, ['s3:'])
  if (!url || !/^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w.-]+)*\/?(?:\?[^#]*)?$/.test(text)) return false
  const { endpoint, insecure = 'true', ...given } = Object.fromEntries(url.searchParams)
  const isKnown = Object.keys(given).every((name) => BUCKET_SETTINGS.includes(name))
  return isKnown && insecure === 'true' && (endpoint === undefined || isOrigin(endpoint))
}

/** Exporters add the path of what they send. */
function isCollector(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:'])
  return url !== undefined && url.username === '' && url.search === '' && url.hash === ''
}

function isDsn(text: string): boolean {
  const url = parseUrl(text, ['http:', 'https:'])
  return url !== undefined && /^\w+$/.test(url.username) && /\/\d+$/.test(url.pathname) && url.search === ''
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const isTestKey = (key: string) => /^[rs]k_test_/.test(key)

const list = z.string().transform((text) => text.split(',').map((item) => item.trim()))

/** A shell replaces these; a reader of a settings file does not. */
const folder = z.string().regex(/^[^~$]/, 'a folder; ~ and $ are not replaced here')

export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().refine(isHost, 'a name or an address such as 127.0.0.1').default('127.0.0.1'),
  PORT: count(0, 65_535).default(4000),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: folder.optional(),
  WAL_ARCHIVE_DIR: folder.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DIRECT_DATABASE_URL: databaseUrl.optional(),
  READ_DATABASE_URL: databaseUrl.optional(),
  MIGRATE_DATABASE_URL: databaseUrl.optional(),
  SMTP_URL: z
    .string()
    .refine((text) => parseUrl(text, ['smtp:', 'smtps:']), 'an address such as smtps://user:password@host')
    .optional(),
  MAIL_FROM: z.string().refine(isSender, 'one address, such as Hikmah <office@masjid.example>').optional(),
  REPLY_TO: z.string().refine(isSender, 'one address, such as Hikmah <team@masjid.example>').optional(),
  APPLICATIONS_URL: z.url({ protocol: /^https?$/, error: 'an address such as https://apps.example.org' }).optional(),
  STORAGE_URL: z
    .string()
    .refine(
      (text) => isFolderUrl(text) || isBucketUrl(text),
      'a folder such as file:///var/lib/hikmah/uploads, or a bucket such as s3://bucket/prefix?endpoint=https://…&region=…, without a key',
    )
    .transform((text) => new URL(text))
    .optional(),
  SECRET_KEY: z.string().min(32, 'at least 32 characters').optional(),
  OWNER_EMAIL: Email.optional(),
  OWNER_PASSWORD: z.string().min(8, 'at least 8 characters').max(256, 'at most 256 characters').optional(),
  OWNER_NAME: RequiredText(MAX_NAME).optional(),
  DEMO_DATA: flag.optional(),
  AUTH_CODE_TTL_S: seconds(1, 600),
  AUTH_RESEND_WAIT_S: seconds(0, 30),
  AUTH_LOCK_S: seconds(0, 900),
  AUTH_CODES_PER_HOUR: count(1, MANY).default(5),
  AUTH_IP_PER_MIN: count(1, MANY).default(10),
  REQUIRE_TOKEN_FOR_CHANGE: flag.optional(),
  INTAKE_PER_10_MIN: count(1, MANY).default(60),
  TRUSTED_PROXIES: list
    .refine((addresses) => addresses.every(isProxy), 'addresses or networks such as 10.0.0.0/8, separated by commas')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, 'a secret key such as sk_test_…')
    .optional(),
  STRIPE_TEST_MODE: flag.optional(),
  STRIPE_WEBHOOK_SECRET: list
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_[\w+/=-]+$/.test(secret)),
      'secrets such as whsec_…, separated by commas',
    )
    .optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_SANDBOX: flag.optional(),
  BILLED_FROM: z
    .string()
    .regex(/^\s*[^\s|]/, 'begin with the name of who bills')
    .optional(),
  BILLED_EMAIL: z.email('an email address').optional(),
  BILLED_PHONE: z.string().trim().min(1).max(40).optional(),
  BILLED_TAX_ID: z.string().trim().min(1).max(40).optional(),
  SANDBOX_PORT: count(1, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'at least 16 characters')
    .regex(/^[\x21-\x7e]+$/, 'only letters, digits and marks, as a header carries them')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(
      isCollector,
      'the address of a collector, such as http://127.0.0.1:4318; /v1/traces and /v1/metrics are added',
    )
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,=\s]+=*(,[\w-]+=[^,=\s]+=*)*$/, 'headers such as api-key=…, separated by commas')
    .optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'a name of letters, digits, dots and dashes')
    .optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1, such as 0.1')
    .transform(Number)
    .optional(),
  SENTRY_DSN: z.string().refine(isDsn, 'an address such as https://key@host/1').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

export type Environment = z.infer<typeof environment>

/** A settings file keeps what a shell would have taken away. */
export function findWrapped(env: Record<string, string | undefined>): string[] {
  return Object.keys(environment.shape).flatMap((name) => {
    const value = env[name] ?? ''
    if (/^\s|\s$/.test(value)) return [`${name}: remove the space or line break at its beginning or end`]
    if (/^(["'`]).*\1$/s.test(value)) return [`${name}: remove the quotes around it`]
    return []
  })
}
