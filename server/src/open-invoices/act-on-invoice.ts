import type { AuditAction } from '@hikmah/contract/audit'
import type { Receipt } from '@hikmah/contract/invoices'
import { AMOUNT_CHANGED, describeDecline, type InvoiceAct, whyNotAct } from '@hikmah/contract/open-invoices'
import { and, eq } from 'drizzle-orm'
import type { House } from '../house.ts'
import { readInvoice as readReceipt } from '../invoices/queries.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, notFound, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import { readInvoice } from '../outside/stripe/billing.ts'
import { actOnInvoice } from '../outside/stripe/open-invoices.ts'
import { type Operation, perform, stripeOperations } from '../outside/stripe/operations.ts'
import { isRefusedForGood } from '../outside/stripe/requests.ts'
import { refresh } from '../payments/refresh.ts'
import { stripeInvoices } from '../payments/table.ts'
import { aboutInvoice, findOpenInvoice } from './queries.ts'

interface Params {
  invoice: string
  number: string
  organizationId: string
  /** Before the act. */
  paid: number
  currency: string
  /** How it was paid outside the provider. */
  note?: string
}

const actions = {
  retry: 'invoice.retried',
  send: 'invoice.sent-again',
  markPaid: 'invoice.marked-paid',
  void: 'invoice.voided',
  uncollectible: 'invoice.marked-uncollectible',
} as const satisfies Record<InvoiceAct, AuditAction>

const operationOf = (act: InvoiceAct): Operation<Params, Awaited<ReturnType<typeof actOnInvoice>>> => ({
  kind: `invoice.${act}`,
  run: (stripe, { invoice }, key) => actOnInvoice(stripe, act, invoice, key),
  settle: async (tx, { invoice, number, organizationId, paid, currency, note }, { amountDue }) => {
    if (note) {
      const paidOutsideNote = { note, byName: tx.by.name }
      await tx.update(stripeInvoices).set({ paidOutsideNote }).where(eq(stripeInvoices.id, invoice))
    }
    // A credit note may have lowered it since it was asked.
    const after = { amount: amountDue - paid, currency, ...(note && { note }) }
    record(tx, { ...aboutInvoice({ id: invoice, number, organizationId }), action: actions[act], after })
  },
})

const operations = {
  retry: operationOf('retry'),
  send: operationOf('send'),
  markPaid: operationOf('markPaid'),
  void: operationOf('void'),
  uncollectible: operationOf('uncollectible'),
}
export const invoiceOperations = Object.values(operations)

/** Asks the provider what the invoice is now, acts on it, and answers with the invoice as it is then. */
export async function actOn(house: House, actor: StaffActor, act: InvoiceAct, id: string, note?: string) {
  const { db, config } = house
  const row = await findOpenInvoice(db, id)
  const receipt = (from: Db) => readReceipt(from, id, { seller: config.seller, seesPayer: true })
  const { idempotencyKey: _key, ...by } = actor
  const answer = () => house.change(actor, (tx): Promise<Receipt> => receipt(tx))
  const current = await readInvoice(house.stripe, 'page', id)
  if (!current) throw notFound('invoice')
  if (isOther(row, { status: current.status, amountRemaining: current.amount_remaining })) {
    await readAgain(house, row)
    if (await isDone(db, act, id)) return answer()
    throw conflict(AMOUNT_CHANGED, await receipt(db))
  }
  refuseIf(whyNotAct(act, { status: row.status, collectionMethod: current.collection_method }))
  const { number, currency, amountPaid: paid } = row
  const about = { number: number ?? id, organizationId: row.organizationId! }
  const params = { invoice: id, ...about, paid, currency, ...(note && { note }) }
  try {
    await perform(house, by, operations[act], id, params)
  } catch (error) {
    await readAgain(house, row)
    if (error instanceof Refusal && error.status === 402) await recordDecline(house, by, { id, ...about })
    // It was paid or voided between the question and the act.
    if (isRefusedForGood(error) && isOther(row, await findOpenInvoice(db, id)))
      throw conflict(AMOUNT_CHANGED, await receipt(db))
    throw error
  }
  await readAgain(house, row)
  return answer()
}

type Row = Awaited<ReturnType<typeof findOpenInvoice>>

const isOther = (before: Row, now: Pick<Row, 'amountRemaining'> & { status: string | null }) =>
  before.status !== now.status || before.amountRemaining !== now.amountRemaining

/** What cannot be read now comes with its event. */
const readAgain = (house: House, { id, subscriptionId }: Row) =>
  Promise.allSettled([
    refresh(house, 'invoice', id, { use: 'page' }),
    ...(subscriptionId ? [refresh(house, 'subscription', subscriptionId, { use: 'page' })] : []),
  ])

/** A caller whose answer was lost calls again, and finds the invoice as the first call left it. */
async function isDone(db: Db, act: InvoiceAct, invoice: string) {
  const { kind, target, state } = stripeOperations
  const isThis = and(eq(kind, operations[act].kind), eq(target, invoice), eq(state, 'done'))
  return act !== 'send' && (await db.$count(stripeOperations, isThis)) > 0
}

const recordDecline = (
  { change }: House,
  by: StaffActor,
  about: { id: string; number: string; organizationId: string },
) =>
  change(by, async (tx) => {
    const [row] = await tx
      .select({ decline: stripeInvoices.decline })
      .from(stripeInvoices)
      .where(eq(stripeInvoices.id, about.id))
    const after = { decline: describeDecline(row?.decline ?? '') }
    record(tx, { ...aboutInvoice(about), action: 'invoice.payment-refused', after })
  })
