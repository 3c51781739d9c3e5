import { randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError } from './config-error.ts'
import { defaultDataDir } from './data-directory.ts'
import { type Environment, environment, findWrapped, isTestKey } from './environment.ts'

export type Config = ReturnType<typeof readConfig>

/** Reads the environment (docs/configuration.md). An empty variable counts as not set. */
export function readConfig(variables: Record<string, string | undefined>) {
  const wrapped = findWrapped(variables)
  if (wrapped.length > 0) throw new ConfigError(wrapped.join('\n'))
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')),
  )
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR ?? (env.DATABASE_URL ? './data' : defaultDataDir()))
  const production = env.NODE_ENV === 'production'
  refuseContradictions(env, dataDir)
  if (production) refuseUnsafe(env)
  return {
    production,
    guardsOverload: env.NODE_ENV !== 'test',
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? serverUrl(env.HOST, env.PORT)).replace(/\/$/, ''),
    dataDir,
    storageUrl: env.STORAGE_URL ?? pathToFileURL(join(dataDir, 'uploads')),
    /** Where the console's own database archives what it writes. */
    walArchiveDir: env.WAL_ARCHIVE_DIR && resolve(env.WAL_ARCHIVE_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The same role at the database itself, where `databaseUrl` leads through a pooler. */
    directDatabaseUrl: env.DIRECT_DATABASE_URL,
    /** A replica of it, which what only reads may read. */
    readDatabaseUrl: env.READ_DATABASE_URL,
    /** The owner of the tables, if another role serves. */
    migrateDatabaseUrl: env.MIGRATE_DATABASE_URL,
    /** The owner of the tables at the database itself, where locks of a session hold. Undefined for our own database. */
    ownerDatabaseUrl: env.MIGRATE_DATABASE_URL ?? env.DIRECT_DATABASE_URL ?? env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? 'Hikmah Console <no-reply@hikmah.example>',
    letterhead: readLetterhead(env),
    /** Where members of organizations sign in; '' where letters need not say it. */
    applicationsUrl: env.APPLICATIONS_URL ?? '',
    secretKey: env.SECRET_KEY,
    owner: {
      email: env.OWNER_EMAIL ?? DEMO_OWNER.email,
      password: env.OWNER_PASSWORD ?? DEMO_OWNER.password,
      name: env.OWNER_NAME ?? DEMO_OWNER.name,
      isDemo: !env.OWNER_EMAIL || !env.OWNER_PASSWORD,
    },
    demoData: env.DEMO_DATA ?? (!env.DATABASE_URL && !production),
    auth: {
      codeTtlS: env.AUTH_CODE_TTL_S,
      resendWaitS: env.AUTH_RESEND_WAIT_S,
      lockS: env.AUTH_LOCK_S,
      codesPerHour: env.AUTH_CODES_PER_HOUR,
      ipPerMin: env.AUTH_IP_PER_MIN,
      tokenForChange: env.REQUIRE_TOKEN_FOR_CHANGE ?? false,
    },
    /** Public forms from one address; six times as many in a day. */
    intakePer10Min: env.INTAKE_PER_10_MIN,
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    seller: readSeller(env),
    ...readPayments(env, production),
    metricsToken: env.METRICS_TOKEN,
    tracing: readTracing(env),
    sentryDsn: env.SENTRY_DSN,
    /** Undefined lets kit/process/log.ts decide. */
    logLevel: env.LOG_LEVEL,
  }
}

export interface TracingSettings {
  /** Of a collector, without a slash at its end. The headers to it are read by the exporters. */
  endpoint: string
  serviceName: string
  sampler: Environment['OTEL_TRACES_SAMPLER']
  /** Of traces that are kept, by the samplers that take one. */
  ratio: number
}

function readTracing(env: Environment): TracingSettings | undefined {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
    serviceName: env.OTEL_SERVICE_NAME ?? 'hikmah-console',
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG ?? 1,
  }
}

/** Who bills, as it stands on receipts. */
function readSeller({ BILLED_FROM, BILLED_EMAIL, BILLED_PHONE, BILLED_TAX_ID }: Environment) {
  const [name = '', ...address] = (BILLED_FROM ?? 'Hikmah Platform').split('|').map((line) => line.trim())
  return { name, address, email: BILLED_EMAIL ?? '', phone: BILLED_PHONE ?? '', taxId: BILLED_TAX_ID ?? '' }
}

/** Who writes, in the foot of each letter. */
export interface Letterhead {
  sender: string
  /** Where replies are read; '' where nobody reads them. */
  repliesTo: string
}

function readLetterhead(env: Environment): Letterhead {
  const { name, address } = readSeller(env)
  return { sender: [name, ...address].join(' · '), repliesTo: env.REPLY_TO ?? '' }
}

/** Random secrets of 16 characters, hexadecimal too, have more different ones. */
const FEWEST_CHARACTERS = 6
/** Not even a fifth of the pairs of a random secret are neighbors. */
const MOST_IN_A_ROW = 2 / 3
const neighborPairs = (text: string) => [...text].slice(1).map((character, at) => text[at] + character)
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const NEIGHBORS = new Set([...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))].flatMap(neighborPairs))
/** Hardly anything random holds these by chance, at their place. */
const WORDS =
  /^(?:admin|token)|change|secret|passwo?r?d|passphrase|example|default|placeholder|letmein|replace|insecure|production|develop|testing|testtest|hikmah|console|metrics|prometheus|webhook|stripe|mosque|masjid|bismillah/

const LETTERS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's' }

/** Whether a person made the secret up: repetition, rows of keys, or a word of such places. */
export function isMadeUp(secret: string): boolean {
  const text = secret.replace(/^whsec_/, '').toLowerCase()
  const pairs = neighborPairs(text)
  const inARow = pairs.filter((pair) => pair[0] === pair[1] || NEIGHBORS.has(pair))
  const letters = text.replace(/[^a-z]/g, (mark) => LETTERS[mark] ?? '')
  return (
    new Set(text).size < FEWEST_CHARACTERS ||
    isRepeated(text) ||
    inARow.length > pairs.length * MOST_IN_A_ROW ||
    WORDS.test(letters)
  )
}

/** Whether the text repeats its beginning, the last time perhaps in part. */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true
  }
  return false
}

/** Stays on this machine. Anything else sent in the clear can be read and changed: codes, mails, every row. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?|\/.*|)$/

/** PostgreSQL prefers the host in the query; one that begins with a slash is the folder of a socket. */
const staysHere = ({ hostname, searchParams }: URL) =>
  LOOPBACK.test(decodeURIComponent(searchParams.get('host') ?? hostname))

/** `require` and stricter verify the certificate, as pg reads them; the last two accept the risk by name. */
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'no-verify', 'disable']

function databaseInTheClear(name: string, address: string | undefined) {
  if (!address) return
  const url = new URL(address)
  if (staysHere(url) || SSL_MODES.includes(url.searchParams.get('sslmode') ?? '')) return
  return `${name}: add ?sslmode=verify-full, or ?sslmode=disable where nobody else is on the network`
}

/** A man in the middle can strip STARTTLS unless it is required. */
function mailInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  const { protocol, searchParams } = url
  const isExplicit = searchParams.get('requireTLS') === 'true' || searchParams.get('ignoreTLS') === 'true'
  if (protocol === 'smtps:' || staysHere(url) || isExplicit) return undefined
  return 'SMTP_URL: use smtps:, add ?requireTLS=true, or ?ignoreTLS=true where nobody else is on the network'
}

/** Sessions and mailed codes travel to and from people. */
function peopleInTheClear(address: string | undefined): string | undefined {
  if (!address) return undefined
  const url = new URL(address)
  if (url.protocol === 'https:' || staysHere(url)) return undefined
  return 'PUBLIC_URL: use https:, which a proxy before the console may end'
}

function filesInTheClear(store: URL | undefined): string | undefined {
  const endpoint = URL.parse(store?.searchParams.get('endpoint') ?? '')
  if (!endpoint || endpoint.protocol === 'https:' || staysHere(endpoint)) return undefined
  if (store?.searchParams.get('insecure') === 'true') return undefined
  return 'STORAGE_URL: use an https: endpoint, or add &insecure=true where nobody else is on the network'
}

/** The key of a collector goes with each export. */
function keyInTheClear({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }: Environment): string | undefined {
  const url = URL.parse(OTEL_EXPORTER_OTLP_ENDPOINT ?? '')
  if (!OTEL_EXPORTER_OTLP_HEADERS || !url || url.protocol === 'https:' || staysHere(url)) return undefined
  return 'OTEL_EXPORTER_OTLP_ENDPOINT: the headers would travel in the clear, use https'
}

/** Every development server prints these, so everybody knows them. */
export const DEMO_OWNER = { email: 'owner@hikmah.example', password: 'Bismillah-2026', name: 'Samira Haddad' }

/** The provider's secrets have 38 characters. */
const SHORTEST_SECRET = 32

function refuseUnsafe(env: Environment) {
  const wrong: string[] = []
  if (!env.PUBLIC_URL) wrong.push('PUBLIC_URL: set the address that people and the links in mails use')
  if (!env.OWNER_EMAIL || env.OWNER_EMAIL === DEMO_OWNER.email)
    wrong.push('OWNER_EMAIL: set the first owner, the demo owner is not for production')
  if (!env.OWNER_PASSWORD || env.OWNER_PASSWORD === DEMO_OWNER.password)
    wrong.push('OWNER_PASSWORD: set the first owner’s password, not the one of the demo owner')
  if (env.SECRET_KEY && isMadeUp(env.SECRET_KEY))
    wrong.push('SECRET_KEY: this can be guessed, use a random one (openssl rand -hex 32)')
  if (env.METRICS_TOKEN && isMadeUp(env.METRICS_TOKEN))
    wrong.push('METRICS_TOKEN: this can be guessed, use a random one (openssl rand -hex 32)')
  if (!env.SMTP_URL) wrong.push('SMTP_URL: set a mail server, the local mailbox is not for production')
  wrong.push(
    ...[
      peopleInTheClear(env.PUBLIC_URL),
      mailInTheClear(env.SMTP_URL),
      databaseInTheClear('DATABASE_URL', env.DATABASE_URL),
      databaseInTheClear('DIRECT_DATABASE_URL', env.DIRECT_DATABASE_URL),
      databaseInTheClear('READ_DATABASE_URL', env.READ_DATABASE_URL),
      databaseInTheClear('MIGRATE_DATABASE_URL', env.MIGRATE_DATABASE_URL),
      filesInTheClear(env.STORAGE_URL),
      keyInTheClear(env),
    ].filter((words) => words !== undefined),
  )
  if (!env.MAIL_FROM) wrong.push('MAIL_FROM: set the sender of mails')
  if (env.STRIPE_SANDBOX) wrong.push('STRIPE_SANDBOX: simulated payments are not for production, unset it')
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET)
    wrong.push('STRIPE_WEBHOOK_SECRET: set the signing secret of the webhook endpoint, or every event is refused')
  if (env.STRIPE_WEBHOOK_SECRET?.some((secret) => secret.length < SHORTEST_SECRET || isMadeUp(secret)))
    wrong.push(
      'STRIPE_WEBHOOK_SECRET: this can be guessed, use the one that the payment provider shows for the endpoint',
    )
  if (env.STRIPE_SECRET_KEY && isTestKey(env.STRIPE_SECRET_KEY) && !env.STRIPE_TEST_MODE)
    wrong.push(
      'STRIPE_SECRET_KEY: with a test key no money moves; set a live key, or STRIPE_TEST_MODE=true where that is wanted',
    )
  if (env.DEMO_DATA) wrong.push('DEMO_DATA: fictional data is not for production, unset it')
  if (env.AUTH_CODE_TTL_S > 600 || env.AUTH_CODE_TTL_S < 60) wrong.push('AUTH_CODE_TTL_S: from 60 to 600 in production')
  if (env.AUTH_RESEND_WAIT_S < 30) wrong.push('AUTH_RESEND_WAIT_S: at least 30 in production')
  if (env.AUTH_LOCK_S < 900) wrong.push('AUTH_LOCK_S: at least 900 in production')
  if (env.AUTH_CODES_PER_HOUR > 5) wrong.push('AUTH_CODES_PER_HOUR: at most 5 in production')
  if (env.AUTH_IP_PER_MIN > 10) wrong.push('AUTH_IP_PER_MIN: at most 10 in production')
  if (env.INTAKE_PER_10_MIN > 600) wrong.push('INTAKE_PER_10_MIN: at most 600 in production')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

export const serverUrl = (host: string, port: number) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

function refuseContradictions(env: Environment, dataDir: string) {
  const { STRIPE_SECRET_KEY: key = '' } = env
  const wrong: string[] = []
  if (env.DIRECT_DATABASE_URL && !env.DATABASE_URL)
    wrong.push('DIRECT_DATABASE_URL: set DATABASE_URL too, to the pooler before the same database')
  if (env.READ_DATABASE_URL && !env.DATABASE_URL)
    wrong.push('READ_DATABASE_URL: set DATABASE_URL too, to the database that it is a replica of')
  if (env.MIGRATE_DATABASE_URL && !env.DATABASE_URL)
    wrong.push('MIGRATE_DATABASE_URL: set DATABASE_URL too, to the same database for a role with fewer rights')
  if (env.WAL_ARCHIVE_DIR && env.DATABASE_URL)
    wrong.push(
      'WAL_ARCHIVE_DIR: the server of DATABASE_URL archives by settings of its own (docs/backup.md), unset this',
    )
  if (env.WAL_ARCHIVE_DIR && join(resolve(env.WAL_ARCHIVE_DIR), '/').startsWith(join(dataDir, '/')))
    wrong.push('WAL_ARCHIVE_DIR: choose a folder outside of DATA_DIR, which it is to outlive')
  if (env.STRIPE_API_BASE && !key) wrong.push('STRIPE_API_BASE: set STRIPE_SECRET_KEY too, the key it takes')
  if (env.STRIPE_SANDBOX && key) wrong.push('STRIPE_SANDBOX: unset STRIPE_SECRET_KEY to use the sandbox, or unset this')
  if (env.STRIPE_TEST_MODE && !isTestKey(key))
    wrong.push('STRIPE_TEST_MODE: STRIPE_SECRET_KEY is no test key, unset this or set one')
  if (env.OTEL_EXPORTER_OTLP_HEADERS && !env.OTEL_EXPORTER_OTLP_ENDPOINT)
    wrong.push('OTEL_EXPORTER_OTLP_HEADERS: set OTEL_EXPORTER_OTLP_ENDPOINT too, or unset this')
  if (env.OTEL_TRACES_SAMPLER_ARG !== undefined && !env.OTEL_TRACES_SAMPLER.endsWith('traceidratio'))
    wrong.push('OTEL_TRACES_SAMPLER_ARG: set OTEL_TRACES_SAMPLER to parentbased_traceidratio too, or unset this')
  if (env.SANDBOX_PORT !== undefined && env.SANDBOX_PORT === env.PORT)
    wrong.push('SANDBOX_PORT: the console listens there itself (PORT), choose another one')
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

/** Without a key the sandbox takes its place, except in production and in tests that do not ask for it. */
function readPayments(
  env: Environment,
  production: boolean,
): {
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: URL | undefined } | undefined
  /** `port` is undefined for a free one. */
  sandbox: { port: number | undefined; webhookSecret: string } | undefined
} {
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET ?? []
  const apiBase = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : undefined
  if (env.STRIPE_SECRET_KEY) {
    assertBase(env.STRIPE_SECRET_KEY, apiBase)
    return { stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecrets, apiBase }, sandbox: undefined }
  }
  const isWanted = env.STRIPE_SANDBOX ?? (!production && env.NODE_ENV !== 'test')
  const [webhookSecret = `whsec_${randomBytes(24).toString('hex')}`] = webhookSecrets
  return { stripe: undefined, sandbox: isWanted ? { port: env.SANDBOX_PORT, webhookSecret } : undefined }
}

/** A live key goes to the provider alone, and no key leaves this machine in the clear. */
function assertBase(secretKey: string, base: URL | undefined) {
  if (!base) return
  if (base.protocol === 'http:' && !staysHere(base))
    throw new ConfigError('STRIPE_API_BASE: the key would travel in the clear, use https')
  if (!isTestKey(secretKey) && base.hostname !== 'api.stripe.com')
    throw new ConfigError('STRIPE_API_BASE: a live key is for api.stripe.com alone, unset it')
}
