import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

test('proxies are addresses or networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8,192.168.0.0/16, loopback' }).trustedProxies).toEqual([
    '10.0.0.1',
    'fd00::/8',
    '192.168.0.0/16',
    'loopback',
  ])
  expect(readConfig({ TRUSTED_PROXIES: '' }).trustedProxies).toEqual([])
})

test.each(['everybody', '10.0.0.1/33', '10.0.0.1,', '10.0.0', '10.0.0.1/8/8', 'true'])(
  'other words stop the start with the name of the variable: %s',
  (text) => {
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow(ConfigError)
    expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES')
  },
)

test.each([
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
  ['DATABASE_URL', 'mysql://console@db.example/hikmah'],
])('no start takes %s=%s, and each names the variable', (name, value) => {
  const start = () => readConfig({ [name]: value })
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(new RegExp(`^${name}: `))
})

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://console.masjid.example',
  OWNER_EMAIL: 'owner@masjid.example',
  OWNER_PASSWORD: 'Correct-Horse-7',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Hikmah <no-reply@masjid.example>',
}

test('production starts with what it needs', () => {
  expect(readConfig(production).production).toBe(true)
})

test.each([
  ['PUBLIC_URL', ''],
  ['OWNER_EMAIL', ''],
  ['OWNER_EMAIL', 'Owner@hikmah.example'],
  ['OWNER_PASSWORD', ''],
  ['OWNER_PASSWORD', 'Bismillah-2026'],
  ['SECRET_KEY', 'a'.repeat(32)],
  ['METRICS_TOKEN', 'ab'.repeat(8)],
  ['INTAKE_PER_10_MIN', '1000000'],
  ['SMTP_URL', ''],
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=false'],
  ['DATABASE_URL', 'postgres://console@db.example/hikmah'],
  ['DATABASE_URL', 'postgres://console@db.example/hikmah?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://console@localhost/hikmah?host=db.example'],
  ['MAIL_FROM', ''],
  ['DEMO_DATA', 'true'],
  ['STRIPE_SANDBOX', 'true'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'ab'.repeat(16)}`],
  ['AUTH_CODE_TTL_S', '601'],
  ['AUTH_CODE_TTL_S', '604800'],
  ['AUTH_RESEND_WAIT_S', '29'],
  ['AUTH_LOCK_S', '899'],
  ['AUTH_LOCK_S', '0'],
  ['AUTH_CODES_PER_HOUR', '6'],
  ['AUTH_IP_PER_MIN', '11'],
])('production does not start with %s=%j, and names it alone', (name, value) => {
  const start = () => readConfig({ ...production, [name]: value })
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(new RegExp(`^${name}: [^\\n]*$`))
})

test.each([
  ['SMTP_URL', 'smtp://127.0.0.1:2525'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
  ['SMTP_URL', 'smtp://mail:1025?ignoreTLS=true'],
  ['DATABASE_URL', 'postgres://console@localhost/hikmah'],
  ['DATABASE_URL', 'postgres://console@localhost/hikmah?host=/run/postgresql'],
  ['DATABASE_URL', 'postgres://console@db.example/hikmah?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://console@db/hikmah?sslmode=disable'],
])('in production %s may be %s: encrypted, on this machine, or said to be in the clear', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).not.toThrow()
})

test('an empty variable counts as not set, numbers too', () => {
  const empty = { PORT: '', HOST: '', AUTH_CODE_TTL_S: '', AUTH_LOCK_S: '', LOG_LEVEL: '', PUBLIC_URL: '' }
  const { port, host, publicUrl, auth } = readConfig(empty)
  expect({ port, host, publicUrl }).toEqual({ port: 4000, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:4000' })
  expect(auth).toMatchObject({ codeTtlS: 600, lockS: 900 })
})

test('elsewhere the same settings are taken', () => {
  expect(readConfig({ AUTH_LOCK_S: '0', AUTH_CODE_TTL_S: '604800' }).auth).toMatchObject({
    lockS: 0,
    codeTtlS: 604_800,
  })
})

test('the payment sandbox stands in where there is no key, but not in production', () => {
  expect(readConfig({}).sandbox).toMatchObject({
    port: undefined,
    webhookSecret: expect.stringMatching(/^whsec_\w{20}/),
  })
  expect(readConfig({ SANDBOX_PORT: '4010', STRIPE_WEBHOOK_SECRET: 'whsec_given' }).sandbox).toEqual({
    port: 4010,
    webhookSecret: 'whsec_given',
  })
  expect(readConfig(production).sandbox).toBeUndefined()
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).sandbox).toBeUndefined()
})

test('a key takes its webhook secrets along, and production asks for one', () => {
  const webhookSecrets = ['new', 'old'].map((name) => `whsec_${name}0123456789abcdefghijklmnopqr`)
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: webhookSecrets.join(', ') }
  expect(readConfig({ ...production, ...keys }).stripe).toMatchObject({ webhookSecrets })
  expect(() => readConfig({ ...production, STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow('STRIPE_WEBHOOK_SECRET')
})

test.each([
  ['sk_live_1', 'https://payments.example'],
  ['sk_live_1', 'http://127.0.0.1:4010'],
  ['sk_test_1', 'http://payments.example'],
])('the key %s is not sent to %s', (STRIPE_SECRET_KEY, STRIPE_API_BASE) => {
  expect(() => readConfig({ STRIPE_SECRET_KEY, STRIPE_API_BASE })).toThrow('STRIPE_API_BASE')
})
