import type { Order } from '@hikmah/contract/orders/schemas'
import { itemsLockedBecause, lockedBecause, nextStatuses } from '@hikmah/contract/orders/words'
import type { StaffRole } from '@hikmah/contract/permissions'
import { asc, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { stripeInvoices, stripeSubscriptions } from '../payments/table.ts'
import { ledgerOf, moneyOf } from './money.ts'
import { countedInvoices, isOwnInvoice, type ListRow, presentRow, readListRow } from './queries.ts'
import { orderRefunds } from './table.ts'

const { search: _search, ...invoiceColumns } = getTableColumns(stripeInvoices)

/**
 * The order's own invoices, those its money is reckoned from, those that are open, and those that money went back on,
 * oldest first. `refunded` names the last.
 */
export async function readInvoices(
  db: Db,
  { invoiceId, subscriptionId }: Pick<ListRow, 'invoiceId' | 'subscriptionId'>,
  refunded: string[] = [],
) {
  const v = stripeInvoices
  const o = sql`(select ${invoiceId}::text as invoice_id, ${subscriptionId}::text as subscription_id) o`
  const isOwn = sql<boolean>`exists (select from ${o},
    (select ${v.id} as id, ${v.subscriptionId} as subscription_id, ${v.billingReason} as billing_reason, ${v.status} as status) v
    where ${isOwnInvoice})`
  const counts = sql<boolean>`${v.id} in (select v.id from ${o}, lateral ${countedInvoices} v)`
  const ids = [...refunded, ...(invoiceId ? [invoiceId] : [])]
  if (ids.length === 0 && !subscriptionId) return []
  const rows = await db
    .select({ ...invoiceColumns, isOwn, counts })
    .from(v)
    .where(
      or(
        ids.length > 0 ? inArray(v.id, ids) : undefined,
        subscriptionId ? eq(v.subscriptionId, subscriptionId) : undefined,
      ),
    )
    // Of the same second the one that the order began with comes first.
    .orderBy(asc(v.createdAt), desc(sql`${v.id} = ${invoiceId}`), asc(v.id))
  return rows.filter(({ id, isOwn, counts, status }) => isOwn || counts || status === 'open' || refunded.includes(id))
}
export type InvoiceRow = Awaited<ReturnType<typeof readInvoices>>[number]

export async function readOrder(db: Db, id: string, role: StaffRole): Promise<Order> {
  const row = await readListRow(db, id)
  const refunds = await db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, id))
    .orderBy(orderRefunds.createdAt)
  const invoices = await readInvoices(
    db,
    row,
    refunds.flatMap(({ invoiceId }) => invoiceId ?? []),
  )
  const [subscription] = row.subscriptionId
    ? await db
        .select({ discounts: stripeSubscriptions.discounts, status: stripeSubscriptions.status })
        .from(stripeSubscriptions)
        .where(eq(stripeSubscriptions.id, row.subscriptionId))
    : []
  const locked = lockedBecause(row.status) ?? null
  const [promo] = subscription?.discounts ?? []
  return {
    ...presentRow(row, role),
    source: row.source,
    ledger: ledgerOf(row, invoices, refunds),
    promo: promo ? { code: promo.code, percentOff: promo.percentOff, amountOff: promo.amountOff } : null,
    money: moneyOf(row, invoices, refunds, role),
    cancelReason: row.cancelReason,
    nextStatuses: [...nextStatuses[row.status]],
    lockedBecause: locked,
    itemsLockedBecause: locked ?? itemsLockedBecause(subscription?.status) ?? null,
    checkedAt: invoices.at(-1)?.fetchedAt.toISOString() ?? null,
  }
}
