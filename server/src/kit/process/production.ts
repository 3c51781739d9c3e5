import { ConfigError } from './config-error.ts'
import { type Environment, isTestKey } from './environment.ts'

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
