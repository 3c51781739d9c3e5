import { hardware } from '@hikmah/contract/hardware/endpoints'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countLockWaiters } from '../../test/locks.ts'
import { startWithStaffOrders } from '../../test/staff-orders.ts'
import { devices } from '../hardware/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { orders } from './table.ts'

const { db, house, given, audited, admin, givenOrder, deviceNow, assign } = await startWithStaffOrders()
const { createOrder, cancelOrder, changeOrderStatus, listAssignees, readOrder } = endpoints

const give = (id: string, organizationId: string) =>
  admin(hardware.assignDevice, { params: { id }, body: { organizationId } })
const set = (id: string, status: string) => admin(hardware.updateDevice, { params: { id }, body: { status } })
const remove = (id: string) => admin(hardware.deleteDevice, { params: { id } })
const cancel = (order: { _id: string }) =>
  admin(cancelOrder, { params: { id: order._id }, body: { reason: 'No longer needed', refund: 'none' } })
const read = async (order: { _id: string }) => (await admin(readOrder, { params: { id: order._id } })).data
const refusalOf = ({ orderNo }: { orderNo: string }) =>
  `This device was ordered. Assign it in order ${orderNo}, or cancel that order.`

/** What the trail says of the status of a device, oldest first. */
async function statusesOf(id: string) {
  const entries = await db
    .select({ changes: auditEntries.changes })
    .from(auditEntries)
    .where(and(eq(auditEntries.entity, 'device'), eq(auditEntries.entityId, id)))
    .orderBy(auditEntries.seq)
  return entries.flatMap(({ changes: { status } }) => (status ? [`${status.before} → ${status.after}`] : []))
}

test('an ordered device is given to nobody outside its order, which takes it afterwards', async () => {
  const { order, item, device, organization } = await givenOrder()
  for (const orgId of [(await given.organization()).id, organization.id]) {
    const refused = await give(device.id, orgId)
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: refusalOf(order), current: { _id: device.id, status: 'Pending' } },
    })
  }
  expect(await deviceNow(device.id)).toMatchObject({ status: 'Pending', organizationId: null, version: device.version })
  expect((await assign(order, item, { deviceId: device.id })).status).toBe(200)
})

test.each([
  ['ordered', 'given away'],
  ['given away', 'ordered'],
])('of a device that is %s and %s at the same moment the first has it', async (...ways) => {
  const [{ id }, organization, colleague] = [
    await given.device(),
    await given.organization(),
    await given.staff('manager'),
  ]
  const [startDate, endDate] = ['2026-12-01', '2026-12-31']
  const body = { orgId: organization.id, deviceId: id, assignee: colleague.id, startDate, endDate }
  const asked = await house.database.transaction(async (tx) => {
    await tx.select().from(devices).where(eq(devices.id, id)).for('update')
    const replies: Promise<{ status: number }>[] = []
    for (const way of ways) {
      replies.push(way === 'ordered' ? admin(createOrder, { body }) : give(id, organization.id))
      await expect.poll(() => countLockWaiters(db)).toBe(replies.length)
    }
    // Not waited for here: they wait for this transaction.
    return { replies }
  })
  expect((await Promise.all(asked.replies)).map(({ status }) => status)).toEqual([200, 409])
  const ordered = { status: 'Pending', organizationId: null }
  const givenAway = { status: 'Available', organizationId: organization.id }
  expect(await deviceNow(id)).toMatchObject(ways[0] === 'ordered' ? ordered : givenAway)
})

test('of two different changes of the same version of an order, made at the same moment, one is refused', async () => {
  const { order } = await givenOrder()
  const { version } = order
  const params = { id: order._id }
  const changes = await house.database.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, order._id)).for('update')
    const body = { reason: 'No longer needed', refund: 'none', version }
    const replies = [
      admin(changeOrderStatus, { params, body: { status: 'in-progress', version } }),
      admin(cancelOrder, { params, body }),
    ]
    await expect.poll(() => countLockWaiters(db)).toBe(replies.length)
    // They wait for this transaction, so their replies are awaited after it.
    return { replies }
  })
  const statuses = (await Promise.all(changes.replies)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
  expect((await read(order)).version).toBe(version + 1)
})

test('an ordered device is neither deleted nor set free or sent by hand', async () => {
  const { order, device } = await givenOrder()
  for (const status of ['Available', 'Unavailable', 'Active', 'Shipped']) {
    expect(await set(device.id, status)).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT', message: refusalOf(order), current: { status: 'Pending' } },
    })
  }
  expect(await remove(device.id)).toMatchObject({ status: 409, error: { message: refusalOf(order) } })
  expect(await deviceNow(device.id)).toMatchObject({ status: 'Pending', deletedAt: null })
  expect((await cancel(order)).status).toBe(200)
  expect((await remove(device.id)).status).toBe(200)
})

test.each(['Lost', 'Locked', 'Defective'])('an ordered device may turn out %s, and its item waits', async (status) => {
  const { order, item, device } = await givenOrder()
  expect((await set(device.id, status)).data.status).toBe(status)
  expect((await remove(device.id)).error.message).toBe(refusalOf(order))
  expect((await read(order)).orderItems[0]!.devices).toEqual([
    { _id: device.id, deviceId: device.deviceId, name: '', status, assignedAt: null },
  ])
  const params = { id: order._id, itemId: item._id }
  const { data: offered } = await admin(listAssignees, { params, query: { q: device.deviceId } })
  expect(offered.devices).toEqual([])
  expect((await assign(order, item, { deviceId: device.id })).status).toBe(409)

  const other = await given.device()
  expect((await assign(order, item, { deviceId: other.id })).status).toBe(200)
  expect((await deviceNow(device.id)).status).toBe(status)
  expect((await set(device.id, 'Available')).data.status).toBe('Available')
})

test('a lost device that is found is its order’s again, and nobody else’s', async () => {
  const { order, item, device } = await givenOrder()
  await set(device.id, 'Lost')
  expect((await set(device.id, 'Shipped')).error.message).toBe(refusalOf(order))
  expect((await set(device.id, 'Available')).data.status).toBe('Pending')
  expect((await give(device.id, (await given.organization()).id)).status).toBe(409)
  expect((await assign(order, item, { deviceId: device.id })).status).toBe(200)
  expect(await statusesOf(device.id)).toEqual([
    'Available → Pending',
    'Pending → Lost',
    'Lost → Pending',
    'Pending → Shipped',
  ])
})

test('a cancelled order frees its device, with an entry in the trail of the device', async () => {
  const { order, device } = await givenOrder()
  await cancel(order)
  expect((await deviceNow(device.id)).status).toBe('Available')
  expect(await statusesOf(device.id)).toEqual(['Available → Pending', 'Pending → Available'])
  expect((await give(device.id, (await given.organization()).id)).status).toBe(200)
})

test.each(['Lost', 'Locked', 'Defective'])(
  'a device that is %s stays so when its order is cancelled',
  async (status) => {
    const { order, device } = await givenOrder()
    await set(device.id, status)
    expect((await cancel(order)).data).toMatchObject({ status: 'closed', orderItems: [{ devices: [] }] })
    expect((await deviceNow(device.id)).status).toBe(status)
    expect(await audited(device.id)).toEqual(['device.updated', 'device.updated'])
  },
)

test('a device that was not sent is free once its order is completed', async () => {
  const { order, device } = await givenOrder()
  const move = async (status: string) => {
    const { version } = await read(order)
    return admin(changeOrderStatus, { params: { id: order._id }, body: { status, version } })
  }
  await move('in-progress')
  expect((await deviceNow(device.id)).status).toBe('Pending')
  expect((await move('completed')).data.orderItems[0]!.devices).toEqual([])
  expect((await deviceNow(device.id)).status).toBe('Available')
  const again = await givenOrder(device)
  expect((await assign(again.order, again.item, { deviceId: device.id })).status).toBe(200)
})

test('an order says when each device was assigned, whatever becomes of it', async () => {
  const { order, item, device } = await givenOrder()
  expect(item.devices[0]!.assignedAt).toBeNull()
  const { data } = await assign(order, item, { deviceId: device.id })
  expect(data.orderItems[0]!.devices[0]).toMatchObject({ status: 'Shipped', assignedAt: expect.stringMatching(/Z$/) })
  await set(device.id, 'Lost')
  const [sent] = (await read(order)).orderItems[0]!.devices
  expect(sent).toEqual({ ...data.orderItems[0]!.devices[0], status: 'Lost' })
})

test('an order that staff made shows the email and the address of its organization', async () => {
  const { order, organization } = await givenOrder()
  expect(order).toMatchObject({
    email: organization.email,
    shippingAddress: { line1: organization.line1, city: organization.city, state: organization.state },
  })
})
