import { type Filling, idOf, momentOf } from './seed-parts.ts'

const INVOICES_EACH = 3
const ORDER_STATUSES = ['new', 'in-progress', 'completed', 'completed', 'done', 'closed']
const customerOf = (organization: number) => `cus_bench${organization}`
/** As the provider numbers them: a prefix of the customer, and a sequence. */
export const invoiceNumberOf = (n: number) => {
  const prefix = Math.imul(Math.floor(n / INVOICES_EACH) + 1, 2_654_435_761) >>> 0
  return `${prefix.toString(16).padStart(8, '0').toUpperCase()}-${String((n % INVOICES_EACH) + 1).padStart(4, '0')}`
}
/** One of so many invoices: ten times as many as a provider bears for long. */
const DISPUTED_OF = 100
const OUTCOMES = ['lost', 'lost', 'won', 'lost', 'won', 'open', 'lost', 'inquiry', 'won', 'lost']
const PRICES = [2900, 4900, 1900, 7900]
const invoiceTotalOf = (n: number) => PRICES[n % PRICES.length]!
/** As its invoice says, or the console would correct all orders when it starts. */
const orderTotalOf = (n: number) => invoiceTotalOf(n * INVOICES_EACH)

/** An order of each organization, and what was billed to it. */
export function commerceFillings(organizations: number, now: number): Filling[] {
  const invoices = organizations * INVOICES_EACH
  return [
    {
      table: 'stripe_customers',
      columns: 'id, organization_id, name, email, created_at, fetched_at',
      rows: organizations,
      line: (n) => {
        const moment = momentOf(n, organizations, now)
        return `${customerOf(n)}\t${idOf(1, n)}\tMasjid ${n}\toffice${n}@masjid.example\t${moment}\t${moment}`
      },
    },
    {
      table: 'stripe_invoices',
      columns:
        'id, customer_id, organization_id, number, status, currency, subtotal, discount, tax, shipping, total, amount_due, amount_paid, amount_remaining, recurring_interval, interval_count, discounts, customer_name, customer_email, created_at, finalized_at, due_at, paid_at, fetched_at',
      rows: invoices,
      line: (n) => {
        const organization = Math.floor(n / INVOICES_EACH)
        const moment = momentOf(n, invoices, now)
        const amount = invoiceTotalOf(n)
        const isOpen = n % 20 === 7
        const paid = isOpen ? 0 : amount
        return `in_bench${n}\t${customerOf(organization)}\t${idOf(1, organization)}\t${invoiceNumberOf(n)}\t${isOpen ? 'open' : 'paid'}\tusd\t${amount}\t0\t0\t0\t${amount}\t${amount}\t${paid}\t${amount - paid}\tmonth\t1\t[]\tMasjid ${organization}\toffice${organization}@masjid.example\t${moment}\t${moment}\t${moment}\t${isOpen ? '\\N' : moment}\t${moment}`
      },
    },
    {
      table: 'stripe_invoice_lines',
      columns:
        'id, invoice_id, position, description, product_id, price_id, quantity, amount, discount, is_proration, recurring_interval, interval_count, period_start, period_end',
      rows: invoices,
      line: (n) => {
        const moment = momentOf(n, invoices, now)
        return `il_bench${n}\tin_bench${n}\t0\tDEENWEB Standard\tprod_${n % 4}\tprice_${n % 4}\t1\t${invoiceTotalOf(n)}\t0\tf\tmonth\t1\t${moment}\t${moment}`
      },
    },
    {
      table: 'money_movements',
      columns: 'id, kind, invoice_id, currency, movement',
      rows: Math.floor(invoices / DISPUTED_OF),
      line: (n) => {
        const at = momentOf(n, Math.floor(invoices / DISPUTED_OF), now)
        const outcome = OUTCOMES[n % OUTCOMES.length]!
        const evidenceDueAt = outcome === 'open' ? at : null
        const movement = { kind: 'dispute', id: `du_bench${n}`, chargeId: `ch_bench${n}`, amount: 100 + (n % 7900), at }
        const more = { reason: 'fraudulent', outcome, fee: 1500, evidenceDueAt, hasEvidence: false }
        return `du_bench${n}\tdispute\tin_bench${n * DISPUTED_OF}\tusd\t${JSON.stringify({ ...movement, ...more })}`
      },
    },
    {
      table: 'orders',
      columns:
        'id, organization_id, status, source, email, subtotal, total, promo_code, customer_id, invoice_id, created_at, updated_at',
      rows: organizations,
      line: (n) => {
        const moment = momentOf(n, organizations, now)
        const total = orderTotalOf(n)
        return `${idOf(6, n)}\t${idOf(1, n)}\t${ORDER_STATUSES[n % 6]}\tcheckout\toffice${n}@masjid.example\t${total}\t${total}\t${n % 9 === 0 ? 'RAMADAN25' : ''}\t${customerOf(n)}\tin_bench${n * INVOICES_EACH}\t${moment}\t${moment}`
      },
    },
    {
      table: 'order_items',
      columns: 'id, order_id, position, name, plan_type, kind, quantity, unit_amount, amount, frequency, status',
      rows: organizations,
      line: (n) => {
        const total = orderTotalOf(n)
        return `${idOf(7, n)}\t${idOf(6, n)}\t0\tDEENWEB\tStandard\tplan\t1\t${total}\t${total}\tmonthly\tnew`
      },
    },
  ]
}
