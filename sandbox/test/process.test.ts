import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aCustomer, aPlan } from './given.ts'
import { client, startSandbox } from './start.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')

function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function refusal(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

test('a killed sandbox has kept whatever it had answered', async () => {
  const first = await startSandbox()
  const { stripe } = first
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once' }, { idempotencyKey: 'kept' })
  const price = await aPlan(stripe)
  const customer = await aCustomer(stripe)
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await first.control('clock', { advanceS: 40 * 86_400 })
  const { data: invoices } = await stripe.invoices.list({ customer: customer.id })
  const { now } = await first.control('clock', { advanceS: 0 })
  first.webhooks.state.isDown = true
  await stripe.customers.update(customer.id, { name: 'Just before' })
  await first.kill()

  const second = await startSandbox({ dataDir: first.data })
  expect((await second.stripe.invoices.list({ customer: customer.id })).data.map(({ id }) => id)).toEqual(
    invoices.map(({ id }) => id),
  )
  expect(await second.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' })
  // Its links lead to where it listens now.
  const { hosted_invoice_url } = await second.stripe.invoices.retrieve(invoices[0]!.id)
  expect((await fetch(hosted_invoice_url!)).status).toBe(200)
  expect(Number((await second.control('clock', { advanceS: 0 })).now)).toBeGreaterThanOrEqual(Number(now))
  const again = await second.stripe.coupons.create({ percent_off: 10, duration: 'once' }, { idempotencyKey: 'kept' })
  expect(again.id).toBe(coupon.id)
  // What nobody had taken is carried on.
  await expect
    .poll(() => second.webhooks.received.map(({ event }) => (event.data.object as { name?: string }).name))
    .toContain('Just before')
})

test('a second one on the same data is refused', async () => {
  const { data } = await startSandbox()
  expect(statSync(join(data, 'sandbox')).mode & 0o777).toBe(0o700)
  expect(await refusal({ DATA_DIR: data })).toEqual({
    code: 1,
    said: `Another sandbox is using ${join(data, 'sandbox')}.`,
  })
})

test('it is not for production, unless that is said in so many words', async () => {
  const { code, said } = await refusal({ DATA_DIR: freshFolder(), NODE_ENV: 'production' })
  expect(code).toBe(1)
  expect(said).toContain('not for production')
  const { stripe } = await startSandbox({ env: { NODE_ENV: 'production', STRIPE_SANDBOX: '1' } })
  await expect(stripe.customers.list()).resolves.toBeDefined()
})

test('it ends with whoever started it, and listens on loopback alone', async () => {
  const child = spawn(process.execPath, [MAIN], {
    env: { DATA_DIR: freshFolder() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const { listening } = JSON.parse(String(line))
  expect(new URL(listening).hostname).toBe('127.0.0.1')
  await expect(client(listening).customers.list()).resolves.toBeDefined()
  child.stdin.end()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})
