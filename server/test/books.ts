import type { DisputeOutcome } from '@hikmah/contract/money-account'
import type { Db } from '../src/kit/db/db.ts'
import {
  moneyMovements,
  stripeCustomers,
  stripeInvoiceLines,
  stripeInvoices,
  stripeProducts,
} from '../src/payments/table.ts'

type NewInvoice = Partial<typeof stripeInvoices.$inferInsert> & {
  lines?: NewLine[]
}

interface NewLine {
  productId: string | null
  amount: number
  discount?: number
  quantity?: number
  isProration?: boolean
}

let counter = 0

/** Invoices and products as the mirror keeps them. */
export function createBooks(db: Db) {
  const next = (prefix: string) => {
    counter += 1
    return `${prefix}_books${String(counter).padStart(6, '0')}`
  }
  const fetchedAt = new Date()
  const addLines = (invoiceId: string, lines: NewLine[]) =>
    db.insert(stripeInvoiceLines).values(
      lines.map(({ discount = 0, isProration = false, ...line }, position) => ({
        ...line,
        id: next('il'),
        invoiceId,
        position,
        discount,
        isProration,
        periodStart: fetchedAt,
        periodEnd: fetchedAt,
      })),
    )

  return {
    product: async (name: string) => {
      const id = next('prod')
      await db.insert(stripeProducts).values({ id, name, fetchedAt })
      return id
    },
    lines: addLines,
    /** Over a payment of the invoice. */
    dispute: async (
      invoiceId: string,
      { currency = 'usd', at, ...more }: { currency?: string; at: Date; amount: number; outcome: DisputeOutcome },
    ) => {
      const id = next('du')
      const rest = { chargeId: 'ch_books', reason: 'fraudulent', fee: 1500, evidenceDueAt: null, hasEvidence: false }
      const movement = { kind: 'dispute' as const, id, ...rest, ...more, at: at.toISOString() }
      await db.insert(moneyMovements).values({ id, kind: 'dispute', invoiceId, currency, movement })
    },
    /** A paid one of $10.00 unless said otherwise, of a customer of its own. */
    invoice: async ({ lines = [], ...more }: NewInvoice = {}) => {
      const customerId = next('cus')
      const createdAt = more.createdAt ?? new Date()
      const status = more.status ?? 'paid'
      const total = more.total ?? 1000
      await db
        .insert(stripeCustomers)
        .values({ id: customerId, organizationId: more.organizationId ?? null, createdAt, fetchedAt })
      const id = next('in')
      const row = {
        id,
        customerId,
        number: `BOOKS-${counter}`,
        status,
        currency: 'usd',
        subtotal: total,
        discount: 0,
        tax: 0,
        shipping: 0,
        total,
        amountDue: total,
        amountPaid: status === 'paid' ? total : 0,
        amountRemaining: status === 'paid' ? 0 : total,
        discounts: [],
        createdAt,
        finalizedAt: createdAt,
        paidAt: status === 'paid' ? createdAt : null,
        fetchedAt,
        ...more,
      }
      await db.insert(stripeInvoices).values(row)
      if (lines.length > 0) await addLines(id, lines)
      return row
    },
  }
}
