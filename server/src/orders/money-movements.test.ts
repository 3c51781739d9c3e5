import { finance } from '@hikmah/contract/finance'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startWithOrders } from '../../test/orders.ts'
import { soon } from '../../test/payments.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { stripeDrift } from '../payments/comparison-table.ts'
import { moneyMovements, stripeInvoices } from '../payments/table.ts'
import { compareMovements } from './follow-orders.ts'

const { admin, buy, control, db, house, provider, read, untilSettled } = await startWithOrders()

/** An order of $98.00, and what may happen to its payment at the provider. */
async function paid98() {
  const { order, session } = await buy({ items: [['DEENFUND', 9800]] })
  const { data } = await provider.charges.list({ customer: session.customer })
  const charge = data[0]!.id
  const { invoice } = session
  return {
    id: order._id,
    invoice,
    charge,
    refunded: (amount: number) => provider.refunds.create({ charge, amount }),
    credited: (credit_amount: number) => provider.creditNotes.create({ invoice, amount: credit_amount, credit_amount }),
    disputed: (body: object = {}) => control(`charges/${charge}/dispute`, body),
  }
}

const ledgerOf = async (id: string) => (await read(id)).ledger
const revenueOf = async () => {
  const { data } = await admin(finance.readFinanceSummary, { query: { period: 'last-12-months' } })
  return data.currencies.find(({ currency }) => currency === 'usd')?.paid
}

test('a refund, a credit to the balance and a dispute are added, each with its moment, and only what left lowers what is kept', async () => {
  const { id, invoice, refunded, credited, disputed } = await paid98()
  await refunded(3000)
  await credited(2000)
  await disputed({ amount: 1500, reason: 'product_not_received' })
  await soon(async () => expect(await ledgerOf(id)).toMatchObject({ refunded: 3000, toBalance: 2000, disputed: 1500 }))
  expect(await ledgerOf(id)).toMatchObject({ paid: 9800, lost: 0, netPaid: 6800 })
  const { money } = await read(id)
  expect(money.map(({ kind, amount }) => [kind, amount]).slice(0, 3)).toEqual(
    expect.arrayContaining([
      ['dispute', -1500],
      ['credit', -2000],
      ['refund', -3000],
    ]),
  )
  // They are of one second: in whatever order they stand, the refund alone lowers what is kept after it.
  const refundedAt = money.findIndex(({ kind }) => kind === 'refund')
  expect(money.map(({ kind, net }) => (kind === 'placed' ? net : net! - 9800))).toEqual(
    money.map(({ kind }, i) => (kind === 'placed' ? null : i <= refundedAt ? -3000 : 0)),
  )
  const dispute = money.find(({ kind }) => kind === 'dispute')!
  expect(dispute.movement).toMatchObject({ outcome: 'open', reason: 'product_not_received', fee: 1500 })
  expect(dispute.movement).toHaveProperty('evidenceDueAt', expect.stringMatching(/^\d{4}-/))
  const [kept] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, invoice))
  expect(kept).toMatchObject({ refunded: 3000, credited: 2000, disputed: 1500, disputeFees: 1500 })
})

test('the fee of a dispute stays in the currency that the provider took it in, and is added to no other', async () => {
  const { id, invoice, disputed } = await paid98()
  await disputed({ amount: 1500, settled_in: 'eur' })
  await soon(async () => expect(await ledgerOf(id)).toMatchObject({ disputed: 1500 }))
  const dispute = (await read(id)).money.find(({ kind }) => kind === 'dispute')!
  expect(dispute.movement).toMatchObject({ fee: 1500, feeCurrency: 'eur' })
  const [kept] = await db.select().from(stripeInvoices).where(eq(stripeInvoices.id, invoice))
  expect(kept).toMatchObject({ disputed: 1500, disputeFees: 0 })
  await untilSettled()
  const [opened] = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'dispute.opened'))
    .orderBy(desc(auditEntries.seq))
  expect(opened?.changes).toMatchObject({ fee: { after: '€15.00' } })
  const { text } = await admin(finance.exportInvoices, { query: {} })
  const [heads, ...rows] = text.split('\r\n').map((line: string) => line.split('","'))
  const numbered = rows.find(([number]: string[]) => number!.endsWith(kept!.number!))!
  const of = (head: string) => numbered[heads!.indexOf(head)]
  expect([of('Dispute fees'), of('Dispute fees in another currency')]).toEqual(['0.00', '15.00 EUR'])
})

test('a dispute that is lost leaves what is kept and revenue, one that is won leaves neither', async () => {
  const lost = await paid98()
  await lost.disputed({ amount: 5000 })
  await lost.disputed({ close: 'lost' })
  await soon(async () => expect(await ledgerOf(lost.id)).toMatchObject({ lost: 5000, disputed: 0, netPaid: 4800 }))
  expect(await revenueOf()).toMatchObject({ lost: 5000 })

  const won = await paid98()
  await won.disputed()
  await soon(async () => expect(await ledgerOf(won.id)).toMatchObject({ disputed: 9800, netPaid: 9800 }))
  await won.disputed({ close: 'won' })
  await soon(async () => expect(await ledgerOf(won.id)).toMatchObject({ disputed: 0, lost: 0, netPaid: 9800 }))
  const movement = (await read(won.id)).money.find(({ kind }) => kind === 'dispute')?.movement
  expect(movement).toMatchObject({ outcome: 'won', evidenceDueAt: null })
})

test('what no event told is found by the comparison, and written down', async () => {
  const { id, invoice, charge, disputed } = await paid98()
  await disputed({ amount: 700 })
  await soon(async () => expect(await ledgerOf(id)).toMatchObject({ disputed: 700 }))
  await db.delete(moneyMovements).where(eq(moneyMovements.invoiceId, invoice))
  await db.update(stripeInvoices).set({ disputed: 0 }).where(eq(stripeInvoices.id, invoice))
  const counted = { compared: 0, differed: 0 }
  await compareMovements(house, counted)
  expect(await ledgerOf(id)).toMatchObject({ disputed: 700 })
  const [{ movement } = { movement: null }] = await db
    .select()
    .from(moneyMovements)
    .where(eq(moneyMovements.invoiceId, invoice))
  expect(movement).toMatchObject({ kind: 'dispute', chargeId: charge, amount: 700 })
  expect(await db.$count(stripeDrift, eq(stripeDrift.objectId, invoice))).toBe(counted.differed)
})
