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

const startWith = (env: Record<string, string>) => () => readConfig(env)

test.each([
  ...['everybody', '10.0.0.1/33', '10.0.0.1,', '10.0.0', '10.0.0.1/8/8', 'true', '0.0.0.0/0', '::/0', '*'].map(
    (proxies) => ['TRUSTED_PROXIES', proxies],
  ),
  ...['prod', 'Production', '"production"'].map((mode) => ['NODE_ENV', mode]),
  ...['http://127.0.0.1', '127.0.0.1:4000', '"127.0.0.1"', 'my host', '-', 'fe80::1%eth0'].map((host) => [
    'HOST',
    host,
  ]),
  ...['-1', '65536', '0x10', '1e3', '4000.0', '4000 ', "'4000'", 'four'].map((port) => ['PORT', port]),
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://console.example',
    'console.example',
    'https://',
    'https://console.example/admin',
    'https://console.example/?a=b',
    'https://console.example/#a',
    'https://user:password@console.example',
    'https:console.example',
    '"https://console.example"',
  ].map((address) => ['PUBLIC_URL', address]),
  ...['"./data"', '~/data', '$HOME/data', './data '].map((folder) => ['DATA_DIR', folder]),
  ...[
    'mysql://console@db.example/hikmah',
    'db.example/hikmah',
    'postgres',
    "'postgres://db.example/hikmah'",
    'postgres://db.example/hikmah?sslmode=on',
    'postgres://db.example/hikmah?sslmode=verify_full',
  ].map((address) => ['DATABASE_URL', address]),
  ['DIRECT_DATABASE_URL', 'postgres://console@db.example/hikmah'],
  ['MIGRATE_DATABASE_URL', 'postgres://owner@db.example/hikmah'],
  ...[
    'mail.example',
    'mail.example:587',
    'http://mail.example',
    'smtp://',
    'smtp:mail.example',
    '"smtps://mail.example"',
  ].map((address) => ['SMTP_URL', address]),
  ...[
    'Hikmah',
    'Hikmah <office>',
    'office@',
    'a@b.example, c@d.example',
    '<a@b.example> Hikmah',
    '"Hikmah <a@b.example>"',
  ].map((sender) => ['MAIL_FROM', sender]),
  ...[
    './uploads',
    'file://host/uploads',
    'file:///a%2Fb',
    'file:///',
    's3://',
    's3:///prefix',
    's3://Bucket',
    's3://bucket/a//b',
    's3://key:secret@bucket',
    's3://bucket?endpoint=minio:9000',
    's3://bucket?profile=console',
    's3://bucket?insecure=yes',
  ].map((store) => ['STORAGE_URL', store]),
  ...['a'.repeat(31), `"${'ab12cd34'.repeat(8)}"`, `${'ab12cd34'.repeat(8)}\n`].map((key) => ['SECRET_KEY', key]),
  ...['owner', 'owner@', `${'a'.repeat(250)}@b.example`, '"owner@masjid.example"'].map((email) => [
    'OWNER_EMAIL',
    email,
  ]),
  ...['short', 'a'.repeat(257), "'Quiet-River-42'"].map((password) => ['OWNER_PASSWORD', password]),
  ...[' ', 'a'.repeat(101), 'Samira\u202e', '"Samira"'].map((name) => ['OWNER_NAME', name]),
  ...['yes', 'TRUE', 'on'].map((flag) => ['DEMO_DATA', flag]),
  ...['0', '-1', '604801', '10m', '1e2'].map((seconds) => ['AUTH_CODE_TTL_S', seconds]),
  ...['-5', '0.5', 'Infinity'].map((seconds) => ['AUTH_LOCK_S', seconds]),
  ...['0', '-1', '99999999', 'many'].map((most) => ['INTAKE_PER_10_MIN', most]),
  ...['sk_test_…', 'pk_test_1234', 'sk_test_', '"sk_test_1234"'].map((key) => ['STRIPE_SECRET_KEY', key]),
  ...['whsec_a,', ',', 'whsec_', 'secret', 'whsec_a b'].map((secret) => ['STRIPE_WEBHOOK_SECRET', secret]),
  ...['stripe.example', 'ftp://stripe.example', 'https://stripe.example/v1'].map((base) => ['STRIPE_API_BASE', base]),
  ...['127.0.0.1:4318', 'grpc://collector:4317', 'https://key@collector', 'https://collector/?key=1'].map((address) => [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    address,
  ]),
  ...['secret', 'api-key: secret', 'api-key=secret,', '{"api-key":"secret"}'].map((headers) => [
    'OTEL_EXPORTER_OTLP_HEADERS',
    headers,
  ]),
  ['OTEL_SERVICE_NAME', 'the console'],
  ...['on', 'jaeger_remote', 'ALWAYS_ON'].map((sampler) => ['OTEL_TRACES_SAMPLER', sampler]),
  ...['1.1', '10%', '.5', '-1'].map((ratio) => ['OTEL_TRACES_SAMPLER_ARG', ratio]),
  ...[
    'https://errors.example/1',
    'https://key@errors.example',
    'key@errors.example/1',
    'https://key@errors.example/a',
  ].map((address) => ['SENTRY_DSN', address]),
  ['SANDBOX_PORT', '4000'],
  ...[' | ', '|', '"Hikmah"'].map((lines) => ['BILLED_FROM', lines]),
  ['BILLED_EMAIL', 'billing'],
  ...['short', 'sixteen letters!', 'sixteen-lettersö'].map((token) => ['METRICS_TOKEN', token]),
  ...['verbose', 'INFO', '"info"'].map((level) => ['LOG_LEVEL', level]),
] as [string, string][])('no start takes %s=%j, and says so by its name alone', (name, value) => {
  expect(startWith({ [name]: value })).toThrow(ConfigError)
  expect(startWith({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]*$`))
})

test.each([
  ['HOST', '::1'],
  ['HOST', 'console.masjid.example'],
  ['PUBLIC_URL', 'http://[::1]:4000'],
  ['PUBLIC_URL', 'https://Console.masjid.example:8443/'],
  ['DATABASE_URL', 'postgres:///hikmah?host=/run/postgresql'],
  ['SMTP_URL', 'smtp://user:p%40ss@mail.example:587?requireTLS=true'],
  ['MAIL_FROM', 'office@masjid.example'],
  ['MAIL_FROM', '"Hikmah, Console" <office@masjid.example>'],
  ['STORAGE_URL', 'file:///var/lib/hikmah%20uploads'],
  ['STORAGE_URL', 's3://bucket'],
  ['STORAGE_URL', 's3://masjid.files/console/uploads?endpoint=https://minio.example:9000&region=eu-central-1'],
  ['TRUSTED_PROXIES', '10.0.0.0/8'],
  ['OWNER_PASSWORD', '"quoted" in the middle'],
  ['BILLED_FROM', 'Hikmah|12 Main St|Fremont, CA'],
])('every start takes %s=%s', (name, value) => {
  expect(startWith({ [name]: value })).not.toThrow()
})

test('what is set beside something it contradicts stops the start, rather than count for nothing', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1' }
  expect(startWith({ STRIPE_API_BASE: 'http://127.0.0.1:4010' })).toThrow(/^STRIPE_API_BASE: set STRIPE_SECRET_KEY/)
  expect(startWith({ ...key, STRIPE_SANDBOX: 'true' })).toThrow(/^STRIPE_SANDBOX: /)
  expect(startWith({ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_TEST_MODE: 'true' })).toThrow(/^STRIPE_TEST_MODE: /)
  expect(startWith({ STRIPE_TEST_MODE: 'true' })).toThrow(/^STRIPE_TEST_MODE: /)
})

test('a server on an address of IPv6 alone has an address that people can open', () => {
  expect(readConfig({ HOST: '::1', PORT: '4001' }).publicUrl).toBe('http://[::1]:4001')
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
  ['SECRET_KEY', 'changeme'.repeat(4)],
  ['METRICS_TOKEN', 'ab'.repeat(8)],
  ['METRICS_TOKEN', 'passwordpassword'],
  ['PUBLIC_URL', 'http://console.masjid.example'],
  ['INTAKE_PER_10_MIN', '1000000'],
  ['SMTP_URL', ''],
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=false'],
  ['DATABASE_URL', 'postgres://console@db.example/hikmah'],
  ['DATABASE_URL', 'postgres://console@db.example/hikmah?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://console@localhost/hikmah?host=db.example'],
  ['STORAGE_URL', 's3://bucket?endpoint=http://minio.example:9000'],
  ['MAIL_FROM', ''],
  ['DEMO_DATA', 'true'],
  ['STRIPE_SANDBOX', 'true'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_short'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'ab'.repeat(16)}`],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'secret'.repeat(6)}`],
  ['AUTH_CODE_TTL_S', '59'],
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
  ['STORAGE_URL', 's3://bucket?endpoint=http://127.0.0.1:9000'],
  ['STORAGE_URL', 's3://bucket?endpoint=http://minio:9000&insecure=true'],
])('in production %s may be %s: encrypted, on this machine, or said to be in the clear', (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).not.toThrow()
})

test('production takes a test key only where that is said to be wanted, and never beside a live one', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9' }
  expect(startWith({ ...production, ...keys })).toThrow(/^STRIPE_SECRET_KEY: [^\n]*STRIPE_TEST_MODE=true[^\n]*$/)
  expect(startWith({ ...production, ...keys, STRIPE_TEST_MODE: 'false' })).toThrow(/^STRIPE_SECRET_KEY: /)
  expect(startWith({ ...production, ...keys, STRIPE_TEST_MODE: 'true' })).not.toThrow()
  expect(startWith({ ...production, PUBLIC_URL: 'http://127.0.0.1:4000' })).not.toThrow()
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
  const webhookSecrets = ['Vn8sQ0b2LkT4xRzJ6mYcWd3fHpA9', 'hG5tBq1NwE7uKo8yXi0vSaDz2jMr'].map(
    (drawn) => `whsec_${drawn}`,
  )
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

test('a collector is spoken to as the standard variables say, and keys never travel in the clear', () => {
  const endpoint = 'http://collector.example:4318'
  const sampled = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, ...sampled }).tracing).toEqual({
    endpoint,
    serviceName: 'hikmah-console',
    sampler: 'parentbased_traceidratio',
    ratio: 0.1,
  })
  expect(readConfig({}).tracing).toBeUndefined()
  const alone = { OTEL_TRACES_SAMPLER_ARG: '0.1', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret' }
  expect(startWith(alone)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS: set .*\nOTEL_TRACES_SAMPLER_ARG: set /)
  const headers = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret' }
  expect(startWith({ ...headers, NODE_ENV: 'production' })).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT: the headers/m)
})
