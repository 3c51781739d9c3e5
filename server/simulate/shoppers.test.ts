import { expect, test } from 'vitest'
import { stripeInvoices } from '../src/payments/table.ts'
import { PASSWORD } from '../test/given.ts'
import { soon, startWithPayments } from '../test/payments.ts'
import { readOptions } from './options.ts'
import { play } from './play.ts'

const { given, db, price, sandboxUrl, webhookUrl } = await startWithPayments({ AUTH_RESEND_WAIT_S: '0' })

test('shoppers check out for organizations, and what they paid comes to the console', async () => {
  await given.organization({ status: 'approved' })
  await price('DEENWEB Standard', 2900)
  const { userName, token } = await given.staff('owner')
  const stop = new AbortController()
  const nobody = { visitors: 0, devices: 0, organizations: 0 }
  const options = readOptions(['--payments', sandboxUrl, '--url', new URL(webhookUrl).origin, '--speed', '20000'], {})!
  const lines: string[] = []
  const over = play({ ...options, ...nobody, userName, password: PASSWORD, token }, stop.signal, (line) =>
    lines.push(line),
  )
  await soon(async () => {
    expect(await db.$count(stripeInvoices)).toBeGreaterThan(3)
    expect(lines.join('\n')).toMatch(/paid an invoice of .* late[\s\S]*|disputed a payment/)
  })
  stop.abort()
  expect((await over).failures, lines.filter((line) => line.includes('failed')).join('\n')).toBe(0)
})
