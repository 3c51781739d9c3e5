import type { DisputeRow, DisputesQuery, OpenDisputes } from '@hikmah/contract/disputes'
import { type DisputeMovement, disputeOutcomes } from '@hikmah/contract/money-account'
import { maySeePayer, type StaffRole } from '@hikmah/contract/permissions'
import { keysOf } from '@hikmah/contract/words'
import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { readPage } from '../kit/list/read-page.ts'
import { isPaged, orderOf, orderTerms, type Picked } from '../kit/list/rows.ts'
import { organizations } from '../organizations/table.ts'
import { moneyMovements, stripeInvoices } from '../payments/table.ts'

const { id, kind, movement, currency, invoiceId, paymentIntentId } = moneyMovements
export const isDispute = eq(kind, 'dispute')
export const outcome = sql`(${movement} ->> 'outcome')`
export const dueText = sql`(${movement} ->> 'evidenceDueAt')`
const openedAt = sql`(${movement} ->> 'at')`
const amount = sql`(${movement} ->> 'amount')::bigint`

/** The newest order that the payment was for, or whose subscription goes on. */
const order = sql<{ _id: string; orderNo: string; email: string } | null>`(
  select json_build_object('_id', o.id, 'orderNo', '#' || o.order_no, 'email', o.email) from orders o
  where o.invoice_id = ${invoiceId} or o.payment_intent_id = ${paymentIntentId} or o.subscription_id = ${stripeInvoices.subscriptionId}
  order by o.created_at desc limit 1)`

const organizationId = sql<string | null>`coalesce(${stripeInvoices.organizationId},
  (select o.organization_id from orders o where o.payment_intent_id = ${paymentIntentId} limit 1))`

/** A dispute with what it is about. */
export const selectDisputes = (db: Db, counts?: Picked['counts']) =>
  db
    .select({
      id,
      movement: sql<DisputeMovement>`${movement}`,
      currency,
      told: moneyMovements.told,
      invoiceId,
      invoiceNumber: stripeInvoices.number,
      customerName: stripeInvoices.customerName,
      customerEmail: stripeInvoices.customerEmail,
      organizationId: organizations.id,
      organizationName: organizations.name,
      order,
      ...(counts ?? {
        all: sql<string | null>`null`,
        found: sql<string | null>`null`,
        inTab: sql<number | null>`null`,
      }),
    })
    .from(moneyMovements)
    .leftJoin(stripeInvoices, eq(stripeInvoices.id, invoiceId))
    .leftJoin(organizations, sql`${organizations.id} = ${organizationId}`)
    .$dynamic()
export type Disputed = Awaited<ReturnType<typeof selectDisputes>>[number]

const fields = { evidenceDueAt: [dueText], at: [openedAt], amount: [amount] }

export async function listDisputes(db: Db, query: z.output<typeof DisputesQuery>, role: StaffRole) {
  const { status, orgId, currency: code, openedFrom, openedTo, sort = 'evidenceDueAt' } = query
  const rows = {
    from: sql`${moneyMovements}`,
    id,
    where: isDispute,
    order: orderOf(fields, id, sort),
    select: ({ from, id: picked, order, counts }: Picked) =>
      selectDisputes(db, counts)
        .innerJoin(from, eq(id, picked))
        .orderBy(...order),
  }
  const present = (row: Disputed) => presentDispute(row, role)
  if (!isPaged(query)) {
    const all = await selectDisputes(db)
      .where(isDispute)
      .orderBy(...orderTerms(rows.order))
    return { data: all.map(present) }
  }
  const isTheirs = sql`${id} = any(array(
    select m.id from stripe_invoices v join money_movements m on m.invoice_id = v.id where v.organization_id = ${orgId}
    union select m.id from orders o join money_movements m on m.payment_intent_id = o.payment_intent_id
      where o.organization_id = ${orgId}))`
  return readPage(db, query, {
    present,
    rows,
    tabs: { stored: 'disputes', statuses: keysOf(disputeOutcomes), countBy: outcome },
    tab: status && eq(outcome, status),
    filters: and(
      orgId ? isTheirs : undefined,
      code ? eq(currency, code) : undefined,
      openedFrom ? gte(openedAt, new Date(openedFrom).toISOString()) : undefined,
      openedTo ? lt(openedAt, new Date(openedTo).toISOString()) : undefined,
    ),
    areFiltersIndexed: orgId !== undefined || openedFrom !== undefined,
    search: [],
  })
}

function presentDispute(row: Disputed, role: StaffRole): DisputeRow {
  const { kind: _kind, ...dispute } = row.movement
  const email = row.customerEmail || row.order?.email || ''
  return {
    ...dispute,
    currency: row.currency,
    orgId: row.organizationId ? { _id: row.organizationId, orgName: row.organizationName ?? '' } : null,
    invoice: row.invoiceId ? { id: row.invoiceId, number: row.invoiceNumber ?? row.invoiceId } : null,
    order: row.order && { _id: row.order._id, orderNo: row.order.orderNo },
    ...(maySeePayer(role) && { customerEmail: email }),
  }
}

/** An inquiry that was answered, or dropped, awaits nothing. */
const isWaiting = sql`kind = 'dispute' and movement ->> 'outcome' in ('open', 'inquiry')
  and (movement ->> 'outcome' = 'open' or movement ->> 'evidenceDueAt' is not null)`

export async function readOpenDisputes(db: Db): Promise<OpenDisputes> {
  const rows = await rowsOf<{ currency: string; waiting: number; open: number; held: string; next: string | null }>(
    db,
    sql`select currency, count(*)::int as waiting, (count(*) filter (where movement ->> 'outcome' = 'open'))::int as open,
      coalesce(sum((movement ->> 'amount')::bigint) filter (where movement ->> 'outcome' = 'open'), 0)::text as held,
      min(movement ->> 'evidenceDueAt') filter (where not (movement ->> 'hasEvidence')::boolean) as next
    from ${moneyMovements} where ${isWaiting} group by currency`,
  )
  const deadlines = rows.flatMap(({ next }) => next ?? []).sort()
  return {
    waiting: rows.reduce((sum, row) => sum + row.waiting, 0),
    nextDueAt: deadlines[0] ?? null,
    held: rows
      .filter(({ open }) => open > 0)
      .map(({ currency, open, held }) => ({ currency, disputes: open, amount: Number(held) }))
      .sort((a, b) => b.amount - a.amount || a.currency.localeCompare(b.currency)),
  }
}

export const isOf = (disputeId: string) => and(isDispute, eq(id, disputeId))
