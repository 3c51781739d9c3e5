import { consolePaths } from '@hikmah/contract/console-paths'
import type { OrderItem, OrderRow, OrdersQuery } from '@hikmah/contract/orders/schemas'
import { orderStages, orderStatuses } from '@hikmah/contract/orders/words'
import { maySeePayer, type StaffRole } from '@hikmah/contract/permissions'
import { and, desc, eq, getTableColumns, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import { preferredFirst } from '../applications/table.ts'
import type { FindOrder } from '../hardware/queries.ts'
import { preferredFirst as meantFirstOfIntegrations } from '../integrations/table.ts'
import { fullNameOf, inNameOrder } from '../kit/db/columns.ts'
import { type Db, kept, keptQuery } from '../kit/db/db.ts'
import { existing } from '../kit/errors/refusal.ts'
import { readPage } from '../kit/list/read-page.ts'
import { isPaged, newestFirst, orderOf, type Picked, streamRows } from '../kit/list/rows.ts'
import { detailOf, type SearchSource } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { mediaUrl } from '../media/queries.ts'
import { organizations } from '../organizations/table.ts'
import type { PaidCharge } from '../outside/stripe/billing.ts'
import { invoiceNames } from '../payments/table.ts'
import { emailSearch, type OrderTableRow, orderItemDevices, orderItems, orderNames, orders } from './table.ts'

type Query = z.infer<typeof OrdersQuery>

/** A subscription that began with a trial: its first renewal is what was ordered, and is charged when the trial ends. */
const isFirstOfTrial = `v.id = (select case when r.created_at >= s.trial_end then r.id end
    from stripe_subscriptions s join stripe_invoices r on r.subscription_id = s.id
    where s.id = o.subscription_id and s.trial_end is not null
      and r.billing_reason = 'subscription_cycle' and r.status not in ('draft', 'void')
    order by r.created_at, r.id limit 1)`

/**
 * The invoices of an order are the one that paid for it, the first after its trial and those of its changes; another
 * renewal is none of them. `o` and `v` stand for the order and the invoice.
 */
export const isOwnInvoice = sql.raw(
  `(v.id = o.invoice_id or (v.subscription_id = o.subscription_id and (v.billing_reason in ('subscription_create', 'subscription_update') or ${isFirstOfTrial}))) and v.status <> 'draft'`,
)
/** Begins a period that the order did not pay for. */
const isRenewal = sql.raw(`v.billing_reason = 'subscription_cycle' and (${isFirstOfTrial}) is not true`)

/** A voided invoice of a change, which nobody owes. */
const isTakenBack = sql.raw(`v.status = 'void' and v.billing_reason = 'subscription_update'`)

/**
 * The invoices that an order's ledger adds up, without voided changes. Where the changes since a renewal come to a
 * credit, the renewal pays for it and none of them counts. A credit larger than the renewal belongs to the order, so all
 * of them count, the renewal too. For `lateral`, after `o`.
 */
export const countedInvoices = sql`(select v.* from (
    select v.*, coalesce(sum(v.total) filter (where v.is_own) over since_renewal, 0) as comes_to,
      coalesce(sum(v.total) filter (where v.is_renewal) over since_renewal, 0) as renewed_for from (
      select v.*, ${isOwnInvoice} and not (${isTakenBack}) as is_own, ${isRenewal} and v.status not in ('draft', 'void') as is_renewal,
        count(*) filter (where ${isRenewal}) over (order by v.created_at, v.id <> o.invoice_id, v.id) as renewals
      from stripe_invoices v where v.id = o.invoice_id or v.subscription_id = o.subscription_id
    ) v window since_renewal as (partition by v.renewals)
  ) v where case when v.renewals = 0 or v.comes_to >= 0 then v.is_own
    else (v.is_own or v.is_renewal) and v.comes_to + v.renewed_for < 0 end)`

/** The devices of an item are those that wait for it and those the organization has; one that was taken back is not. */
const linkedDevices = sql`order_item_devices x join devices d
  on d.id = x.device_id and (x.assigned_at is null or d.organization_id = ${orders.organizationId})`

const items = sql<ItemJson[]>`(select coalesce(json_agg(json_build_object(
    '_id', i.id, 'name', i.name, 'planType', i.plan_type, 'qty', i.quantity, 'unitAmount', i.unit_amount,
    'amount', i.amount, 'currency', i.currency, 'frequency', i.frequency, 'status', i.status, 'kind', i.kind,
    'appStream', i.app_stream, 'startsAt', i.starts_at, 'endsAt', i.ends_at,
    'dueAt', coalesce((select current_period_end from stripe_subscription_items p where p.id = i.subscription_item_id), i.due_at),
    'imageId', coalesce(
      (select image_media_id from applications where i.product_id <> '' and stripe_product_id = i.product_id
        order by ${sql.join(preferredFirst, sql`, `)} limit 1),
      (select image_media_id from integrations where i.product_id <> '' and stripe_product_id = i.product_id
        order by ${sql.join(meantFirstOfIntegrations, sql`, `)} limit 1),
      (select d.image_media_id from ${linkedDevices} where x.item_id = i.id limit 1)),
    'devices', (select coalesce(json_agg(json_build_object('_id', d.id, 'deviceId', d.device_id, 'name', d.name, 'status', d.status, 'assignedAt', x.assigned_at) order by d.device_id), '[]')
      from ${linkedDevices} where x.item_id = i.id),
    'assignee', (select json_build_object('_id', staff.id, 'name', ${fullNameOf(staff)}, 'image', staff.image)
      from staff where staff.id = i.staff_id)
  ) order by i.position), '[]') from order_items i where i.order_id = ${orders.id} and i.removed_at is null)`

interface Billed extends Pick<OrderRow, 'payment' | 'refunded' | 'isDisputed'> {
  receipt: Receipt | null
}

/** What came of the invoices it pays for; a bank may hold money of renewals too. With `offset 0`, `is_own` is worked out once. */
const billed = sql<Billed>`(select json_build_object(
    'payment', case
      when count(*) filter (where v.is_own) = 0 then 'none'
      when bool_or(v.status = 'open') filter (where v.is_own) then 'due'
      when bool_and(v.status in ('void', 'uncollectible')) filter (where v.is_own) then 'failed' else 'paid' end,
    'refunded', coalesce(sum(v.refunded + v.returned_outside) filter (where v.is_own), 0),
    'isDisputed', coalesce(bool_or(v.disputed > 0), false),
    'receipt', (array_agg(json_build_object('id', v.id, 'number', v.number, 'payment', v.payment))
      filter (where v.id = ${orders.invoiceId}))[1])
  from (select v.*, ${isOwnInvoice} as is_own
    from stripe_invoices v, (select ${orders.invoiceId} as invoice_id, ${orders.subscriptionId} as subscription_id) o
    where v.id = o.invoice_id or v.subscription_id = o.subscription_id offset 0) v)`

/** The same of a payment without an invoice. */
const moved = sql<Pick<Billed, 'refunded' | 'isDisputed'>>`(select json_build_object(
    'refunded', coalesce(sum((m.movement ->> 'amount')::bigint)
      filter (where m.kind = 'refund' and m.movement ->> 'status' = 'succeeded'), 0),
    'isDisputed', coalesce(bool_or(m.kind = 'dispute' and m.movement ->> 'outcome' = 'open'), false))
  from money_movements m where m.payment_intent_id = ${orders.paymentIntentId})`

const standing = sql<{
  status: string
  trialEnd: string | null
  endedAt: string | null
} | null>`(select json_build_object(
    'status', s.status, 'trialEnd', s.trial_end, 'endedAt', s.ended_at)
  from stripe_subscriptions s where s.id = ${orders.subscriptionId})`

const { search: _search, ...wholeRow } = getTableColumns(orders)
const { city, state } = organizations
const relations = { city, state, items, billed, moved, standing }
const { id, orderNo, createdAt, updatedAt, version, organizationId, organizationName, organizationPhone } = orders
const { status, email, currency, total, checkoutPayment, charge } = orders
const { shippingLine1, shippingCity, shippingState, shippingPostalCode } = orders
/** What a list shows of an order: half its columns, since each costs a hundredth of a page's time. */
const shownRow = {
  ...{ id, orderNo, createdAt, updatedAt, version, organizationId, organizationName, organizationPhone },
  ...{ status, email, currency, total, checkoutPayment, charge },
  ...{ shippingLine1, shippingCity, shippingState, shippingPostalCode },
  ...relations,
}

const selected = (db: Db) =>
  db
    .select({ ...wholeRow, ...relations })
    .from(orders)
    .innerJoin(organizations, eq(organizations.id, orders.organizationId))
    .$dynamic()
export type ListRow = Awaited<ReturnType<typeof selected>>[number]
type ShownRow = Pick<ListRow, keyof typeof shownRow>

const selectRows = (db: Db) => (picked: Picked) =>
  db
    .select({ ...shownRow, ...picked.counts })
    .from(orders)
    .innerJoin(picked.from, eq(orders.id, picked.id))
    .innerJoin(organizations, eq(organizations.id, orders.organizationId))
    .orderBy(...picked.order)

const fields = {
  orderNo: [orders.orderNo],
  created: [orders.createdAt],
  orgName: [inNameOrder(orders.organizationName)],
  totalAmount: [orders.total],
  status: [orders.status, orders.createdAt],
}

const inList = { from: sql`${orders}`, id: orders.id }

const q = sql.placeholder('q')
const findOrdersOfPaper = keptQuery((db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`${orders.id} = any(array(
        with papers as (select v.id, v.subscription_id from stripe_invoices v where ${invoiceNames} && array_remove(array[folded(${q}), lower(${q})], ''))
        select o.id from papers v join orders o on o.invoice_id = v.id
        union select o.id from papers v join orders o on o.subscription_id = v.subscription_id
        union select o.id from orders o where o.charge ->> 'receiptNumber' = ${q} and o.charge is not null))`,
    ),
)

/** The whole number of an invoice or receipt leads to its order. Asked alone: planning it takes longer than it runs. */
async function findByPaper(db: Db, number: string) {
  const found = await findOrdersOfPaper(db, { q: number })
  if (found.length === 0) return undefined
  return inArray(
    orders.id,
    found.map(({ id }) => id),
  )
}

/** A page of all orders, or of those of an organization, which are few and counted as they are. */
export async function listOrders(db: Db, query: Query, role: StaffRole, organizationId?: string) {
  const { status, stage, createdFrom, createdTo, sort = '-created', q = '' } = query
  const isEmail = /@.*\./.test(q)
  return readPage(db, query, {
    present: (row) => presentRow(row, role),
    rows: {
      ...inList,
      order: orderOf(fields, orders.id, sort),
      select: selectRows(db),
    },
    ownedBy: organizationId ? { column: orders.organizationId, id: organizationId } : undefined,
    tabs: { stored: organizationId ? undefined : 'orders', statuses: orderStatuses, countBy: orders.status },
    preparedSort: '-created',
    tab: status && eq(orders.status, status),
    filters: and(
      stage ? inArray(orders.status, [...orderStages[stage]]) : undefined,
      createdFrom ? gte(orders.createdAt, new Date(createdFrom)) : undefined,
      createdTo ? lt(orders.createdAt, new Date(createdTo)) : undefined,
    ),
    // Whoever may not see emails must not guess them by searching.
    search: maySeePayer(role) ? (isEmail ? [emailSearch] : [orders.search, emailSearch]) : [orders.search],
    alsoFinds: isEmail ? undefined : (number) => findByPaper(db, number),
  })
}

export const streamOrders = (db: Db, role: StaffRole) =>
  streamRows({ ...inList, select: selectRows(db), ...newestFirst(orders), present: (row) => presentRow(row, role) })

export async function listOrganizationOrders(db: Db, organizationId: string, query: Query, role: StaffRole) {
  if (isPaged(query)) return listOrders(db, query, role, organizationId)
  const ordered = await kept(
    selected(db).where(eq(orders.organizationId, organizationId)).orderBy(desc(orders.createdAt), desc(orders.id)),
  )
  return { data: ordered.map((row) => presentRow(row, role)) }
}

const findListRow = keptQuery((db) => selected(db).where(eq(orders.id, sql.placeholder('id'))))
export const readListRow = async (db: Db, id: string) => existing(await findListRow(db, { id }), 'order')

const orderRow = (db: Db, id: string) => db.select(wholeRow).from(orders).where(eq(orders.id, id)).$dynamic()

export const readOrderRow = async (db: Db, id: string) => existing(await orderRow(db, id), 'order')

export const lockOrder = async (tx: Tx, id: string) => existing(await orderRow(tx, id).for('no key update'), 'order')

/** An order waits for a device while it is open and has not been assigned it. */
export const findOrderOfDevice: FindOrder = async (tx, deviceId) => {
  const [order] = await tx
    .select({ orderNo: orders.orderNo })
    .from(orderItemDevices)
    .innerJoin(orderItems, eq(orderItems.id, orderItemDevices.itemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItemDevices.deviceId, deviceId),
        isNull(orderItemDevices.assignedAt),
        isNull(orderItems.removedAt),
        inArray(orders.status, [...orderStages.pending]),
      ),
    )
  return order && `#${order.orderNo}`
}

export const saveOrder = (tx: Tx, id: string, changed: Partial<OrderTableRow>) =>
  tx
    .update(orders)
    .set({ ...changed, updatedAt: tx.at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))

export const aboutOrder = ({ id, orderNo, organizationId }: Pick<OrderTableRow, 'id' | 'orderNo' | 'organizationId'>) =>
  ({ entity: 'order', entityId: id, entityName: `#${orderNo}`, organizationId }) as const

type Shown = 'appStream' | 'dueDate' | 'startDate' | 'endDate' | 'productImage' | 'receipt_number' | 'receipt_url'
/** An item read from JSON, where moments are text. */
type ItemJson = Omit<OrderItem, Shown> & { appStream: string } & Record<
    'startsAt' | 'endsAt' | 'dueAt' | 'imageId',
    string | null
  >

/** `id` and `number` are those of an invoice, where there is one. */
type Receipt = { id?: string; number?: string | null; payment: PaidCharge | null }

/**
 * The receipt of the charge; where the provider wrote none, our own page of the invoice. The provider's names the card and
 * the email, so who may not see these is led to our own page as well.
 */
export const receiptLinks = (invoice: Receipt | null, organizationId: string, role: StaffRole) => {
  const providers = maySeePayer(role) ? invoice?.payment?.receiptUrl : undefined
  return {
    receipt_number: invoice?.payment?.receiptNumber ?? invoice?.number ?? invoice?.payment?.chargeId.slice(-8) ?? '',
    receipt_url: providers ?? (invoice?.id ? consolePaths.receipt(invoice.id, organizationId) : ''),
  }
}

const isoMoment = (moment: string | null) => (moment ? new Date(moment).toISOString() : null)
const isoDay = (moment: string | null) => isoMoment(moment)?.slice(0, 10) ?? null

/** The receipt of a payment without an invoice. */
export const chargeReceiptLinks = ({ charge, organizationId }: ShownRow, role: StaffRole) =>
  receiptLinks({ payment: charge }, organizationId, role)

const presentItem = (
  { startsAt, endsAt, dueAt, imageId, appStream, devices, ...item }: ItemJson,
  order: ShownRow,
  role: StaffRole,
): OrderItem => ({
  ...item,
  ...(order.billed.receipt
    ? receiptLinks(order.billed.receipt, order.organizationId, role)
    : chargeReceiptLinks(order, role)),
  dueDate: isoMoment(dueAt),
  productImage: mediaUrl(imageId),
  appStream: appStream === 'DEENKIOSK' || appStream === 'DEENSCREEN' ? appStream : null,
  devices: devices.map((device) => ({ ...device, assignedAt: isoMoment(device.assignedAt) })),
  startDate: isoDay(startsAt),
  endDate: isoDay(endsAt),
})

export const presentRow = (row: ShownRow, role: StaffRole): OrderRow => ({
  _id: row.id,
  orderNo: `#${row.orderNo}`,
  created: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  orgId: {
    _id: row.organizationId,
    orgName: row.organizationName,
    phoneFax: { primaryPhone: row.organizationPhone },
    orgAddress: { city: row.city, state: row.state },
  },
  totalAmount: row.total,
  currency: row.currency,
  status: row.status,
  ...(maySeePayer(role) && { email: row.email }),
  shippingAddress: {
    line1: row.shippingLine1,
    city: row.shippingCity,
    state: row.shippingState,
    postal_code: row.shippingPostalCode,
  },
  payment: row.checkoutPayment ?? row.billed.payment,
  trialEndsAt: row.standing?.status === 'trialing' ? isoMoment(row.standing.trialEnd) : null,
  endedAt: isoMoment(row.standing?.endedAt ?? null),
  refunded: row.billed.refunded + row.moved.refunded,
  isDisputed: row.billed.isDisputed || row.moved.isDisputed,
  orderItems: row.items.map((item) => presentItem(item, row, role)),
  version: row.version,
})

export const orderSource: SearchSource = {
  type: 'order',
  permission: 'orders.read',
  table: orders,
  title: sql`'#' || ${orders.orderNo}`,
  detail: detailOf(orders.organizationName, orders.promoCode),
  status: orders.status,
  search: orders.search,
  names: orderNames,
  secret: { permission: 'billing.manage', search: emailSearch },
}
