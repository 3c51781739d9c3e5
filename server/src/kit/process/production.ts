import { ConfigError } from './config-error.ts'
import { type Environment, isTestKey } from './environment.ts'
import { isThoughtUp } from './secrets.ts'
import { databaseInTheClear, mailInTheClear, peopleInTheClear } from './transport.ts'

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
