import type { Parsed } from '@hikmah/contract/endpoint'
import { unassignableStatuses } from '@hikmah/contract/hardware/rules'
import type { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { whyDeviceCannotBeSent, whyItemTakesNoDevice } from '@hikmah/contract/orders/rules'
import { and, asc, eq, getTableColumns, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import { aboutDevice, lockDevice, saveDevice } from '../hardware/queries.ts'
import { devices } from '../hardware/table.ts'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { byFullName, fullNameOf } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { invalid, refuseIf } from '../kit/errors/refusal.ts'
import { matches } from '../kit/list/search.ts'
import type { Tx } from '../kit/write/tx.ts'
import { holdReceiver } from '../organizations/queries.ts'
import { findItem, holdOpenOrder } from './hold-order.ts'
import { aboutOrder, readOrderRow, saveOrder } from './queries.ts'
import { readOrder } from './read-order.ts'
import { type OrderItemRow, type OrderTableRow, orderItemDevices, orderItems } from './table.ts'

/** A team member who may sign in. */
export async function findColleague(db: Db, field: string, id: string) {
  const [person] = await db
    .select({ id: staff.id, name: fullNameOf(staff) })
    .from(staff)
    .where(and(eq(staff.id, id), eq(staff.status, 'active')))
  if (!person) throw invalid(field, 'Choose an active team member')
  return person
}

/** Makes an ordered device Available or an available one Pending, which its trail says. */
export async function setOrdered(tx: Tx, device: { id: string; deviceId: string }, isOrdered: boolean) {
  const [before, after] = isOrdered ? (['Available', 'Pending'] as const) : (['Pending', 'Available'] as const)
  await saveDevice(tx, device.id, { status: after })
  record(tx, {
    ...aboutDevice(device),
    action: 'device.updated',
    before: { status: before },
    after: { status: after },
  })
}

/**
 * Makes devices that were ordered and not assigned yet available to others again. One that was lost, locked or found
 * defective meanwhile keeps its status. The caller holds the order.
 */
async function freeDevices(tx: Tx, chosen: SQL | undefined) {
  const isWaiting = and(chosen, isNull(orderItemDevices.assignedAt))
  const waiting = tx.select({ id: orderItemDevices.deviceId }).from(orderItemDevices).where(isWaiting)
  const { id, deviceId, status, organizationId } = devices
  const heldDevices = await tx
    .select({ id, deviceId, status, organizationId })
    .from(devices)
    .where(inArray(devices.id, waiting))
    .orderBy(asc(devices.id))
    .for('no key update')
  await tx.delete(orderItemDevices).where(isWaiting)
  for (const device of heldDevices) {
    if (device.status === 'Pending' && !device.organizationId) await setOrdered(tx, device, false)
  }
}

/** Frees what the order still waits for. Shipped devices stay with the organization. */
export function freeOrderedDevices(tx: Tx, orderId: string) {
  const items = tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId))
  return freeDevices(tx, inArray(orderItemDevices.itemId, items))
}

type Assignment = Parsed<typeof endpoints.assignItem>['body']

/** Gives an item its device or the team member who sees to it; with its first, a new order is in progress. */
export const assignItem = (
  { change }: Writes,
  actor: StaffActor,
  { id, itemId }: { id: string; itemId: string },
  chosen: Assignment,
) =>
  change(actor, async (tx) => {
    // The organization is locked first: renaming it locks it and then its orders.
    if ('deviceId' in chosen) await holdReceiver(tx, (await readOrderRow(tx, id)).organizationId)
    const order = await holdOpenOrder(tx, id)
    const item = await findItem(tx, id, itemId)
    const after = await ('deviceId' in chosen
      ? assignDevice(tx, order, item, chosen.deviceId)
      : assignStaff(tx, item, chosen.staffId))
    if (item.status === 'new')
      await tx.update(orderItems).set({ status: 'in-progress' }).where(eq(orderItems.id, item.id))
    await saveOrder(tx, id, order.status === 'new' ? { status: 'in-progress' } : {})
    record(tx, { ...aboutOrder(order), action: 'order.assigned', after: { item: item.name, ...after } })
    return readOrder(tx, id, actor.role)
  })

async function assignStaff(tx: Tx, item: OrderItemRow, staffId: string) {
  if (item.appStream) throw invalid('deviceId', `Choose a device for ${item.name}`)
  const person = await findColleague(tx, 'staffId', staffId)
  await tx.update(orderItems).set({ staffId: person.id }).where(eq(orderItems.id, item.id))
  return { assignee: person.name }
}

async function assignDevice(tx: Tx, order: OrderTableRow, item: OrderItemRow, deviceId: string) {
  if (!item.appStream) throw invalid('staffId', `Choose a team member for ${item.name}`)
  const itemDevices = await readItemDevices(tx, order, item)
  const assigned = itemDevices.filter(({ assignedAt }) => assignedAt).length
  refuseIf(whyItemTakesNoDevice({ quantity: item.quantity, assigned }))
  const device = await lockDevice(tx, deviceId)
  if (device.appStream !== item.appStream) throw invalid('deviceId', `Choose a device of ${item.appStream}`)
  const isOrdered = itemDevices.some((ordered) => ordered.deviceId === device.id)
  refuseIf(whyDeviceCannotBeSent(device, isOrdered))
  if (!isOrdered) await makeRoom(tx, item, itemDevices)
  await tx
    .insert(orderItemDevices)
    .values({ itemId: item.id, deviceId: device.id, assignedAt: tx.at })
    .onConflictDoUpdate({ target: [orderItemDevices.itemId, orderItemDevices.deviceId], set: { assignedAt: tx.at } })
  const { organizationId } = order
  await saveDevice(tx, device.id, { status: 'Shipped', organizationId, assignedAt: tx.at, assignedBy: tx.by.name })
  record(tx, {
    ...aboutDevice(device),
    action: 'device.assigned',
    organizationId,
    before: { organization: '', status: device.status },
    after: { organization: order.organizationName, status: 'Shipped' },
  })
  return { device: device.deviceId }
}

/** The devices that wait for the item, and those that the organization still has. */
const readItemDevices = (tx: Tx, { organizationId }: OrderTableRow, item: OrderItemRow) =>
  tx
    .select(getTableColumns(orderItemDevices))
    .from(orderItemDevices)
    .innerJoin(devices, eq(devices.id, orderItemDevices.deviceId))
    .where(
      and(
        eq(orderItemDevices.itemId, item.id),
        or(isNull(orderItemDevices.assignedAt), eq(devices.organizationId, organizationId)),
      ),
    )

/** Frees an ordered device where the item has no room for it beside another one that is sent instead. */
async function makeRoom(tx: Tx, { id, quantity }: OrderItemRow, itemDevices: (typeof orderItemDevices.$inferSelect)[]) {
  const waiting = itemDevices.find(({ assignedAt }) => !assignedAt)
  if (itemDevices.length < quantity || !waiting) return
  await freeDevices(tx, and(eq(orderItemDevices.itemId, id), eq(orderItemDevices.deviceId, waiting.deviceId)))
}

const MAX_SHOWN = 20

/** Free devices of the item's app stream, or active team members. */
export async function listAssignees(db: Db, { id, itemId }: { id: string; itemId: string }, q: string | undefined) {
  const item = await findItem(db, id, itemId)
  if (!item.appStream) {
    const people = await db
      .select({ _id: staff.id, name: fullNameOf(staff), image: staff.image })
      .from(staff)
      .where(and(eq(staff.status, 'active'), q ? matches(staff.search, q) : undefined))
      .orderBy(...byFullName(staff), staff.id)
      .limit(MAX_SHOWN)
    return { devices: [], staff: people }
  }
  const ordered = db
    .select({ id: orderItemDevices.deviceId })
    .from(orderItemDevices)
    .where(and(eq(orderItemDevices.itemId, item.id), isNull(orderItemDevices.assignedAt)))
  const isFree = notInArray(devices.status, unassignableStatuses)
  const shownDevices = await db
    .select({ _id: devices.id, deviceId: devices.deviceId, name: devices.name, status: devices.status })
    .from(devices)
    .where(
      and(
        eq(devices.appStream, item.appStream as 'DEENKIOSK'),
        isNull(devices.organizationId),
        isNull(devices.deletedAt),
        or(isFree, and(eq(devices.status, 'Pending'), inArray(devices.id, ordered))),
        q ? matches(devices.search, q) : undefined,
      ),
    )
    .orderBy(sql`(${devices.status} <> 'Pending')`, asc(devices.deviceId))
    .limit(MAX_SHOWN)
  return { devices: shownDevices, staff: [] }
}
