import { hardware } from '@hikmah/contract/hardware/endpoints'
import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { expect, test } from 'vitest'
import { startWithStaffOrders } from '../../test/staff-orders.ts'
import { newId } from '../kit/db/ids.ts'
import { orderItems } from './table.ts'

const { db, as, given, audited, admin, givenOrder, deviceNow, assign } = await startWithStaffOrders()
const manager = await as('manager')
const { createOrder, listAssignees, cancelOrder, changeOrderStatus } = endpoints

const form = (more: object) => ({ startDate: '2026-12-01', endDate: '2026-12-31', ...more })

/** An order as a checkout leaves it, of two kiosks and of one plan. */
async function givenBought() {
  const organization = await given.organization()
  const order = await given.order(organization.id)
  const common = { orderId: order.id, unitAmount: 0, amount: 0, frequency: 'monthly', status: 'new' } as const
  await db.insert(orderItems).values([
    { ...common, id: newId(), position: 0, name: 'DEENKIOSK', kind: 'plan', appStream: 'DEENKIOSK', quantity: 2 },
    { ...common, id: newId(), position: 1, name: 'DEENWEB', kind: 'plan', quantity: 1 },
  ])
  const { data } = await admin(endpoints.readOrder, { params: { id: order.id } })
  return { organization, order: data, kiosks: data.orderItems[0]!, web: data.orderItems[1]! }
}

test('staff order a device for an organization, which makes it Pending and costs its price', async () => {
  const { order, item, device, colleague, organization } = await givenOrder()
  expect(order).toMatchObject({
    orgId: { _id: organization.id },
    source: 'staff',
    status: 'new',
    payment: 'none',
    totalAmount: 49_900,
    itemsLockedBecause: expect.stringMatching(/no subscription/),
  })
  expect(item).toMatchObject({
    name: 'DEENKIOSK Player',
    kind: 'hardware',
    frequency: 'once',
    assignee: { _id: colleague.id, name: 'Omar Siddiqui' },
    devices: [{ _id: device.id, deviceId: device.deviceId, status: 'Pending' }],
    startDate: '2026-12-01',
    endDate: '2026-12-31',
    receipt_number: '',
    receipt_url: '',
  })
  expect((await deviceNow(device.id)).organizationId).toBeNull()
  expect(await audited(order._id)).toEqual(['order.created'])
})

test('an order form is refused by the names of its fields', async () => {
  const [organization, device, colleague] = [
    await given.organization(),
    await given.device(),
    await given.staff('manager'),
  ]
  const good = form({ orgId: organization.id, deviceId: device.id, assignee: colleague.id })
  const refused = async (more: object) => {
    const { status, error } = await admin(createOrder, { body: { ...good, ...more } })
    return [status, Object.keys(error.fields ?? {})]
  }
  expect(await refused({ endDate: '2026-11-30' })).toEqual([400, ['endDate']])
  expect(await refused({ startDate: '0026-12-01' })).toEqual([400, ['startDate']])
  expect(await refused({ startDate: '2026-02-30' })).toEqual([400, ['startDate']])
  expect(await refused({ status: 'closed' })).toEqual([400, ['status']])
  expect(await refused({ orgId: crypto.randomUUID() })).toEqual([400, ['orgId']])
  expect(await refused({ deviceId: crypto.randomUUID() })).toEqual([400, ['deviceId']])
  expect(await refused({ assignee: crypto.randomUUID() })).toEqual([400, ['assignee']])
  expect(await refused({ deviceId: undefined })).toEqual([400, ['deviceId']])
  expect((await deviceNow(device.id)).status).toBe('Available')
})

test('of two who order the same device one gets it', async () => {
  const [organization, device, colleague] = [
    await given.organization(),
    await given.device(),
    await given.staff('manager'),
  ]
  const body = form({ orgId: organization.id, deviceId: device.id, assignee: colleague.id })
  const replies = await Promise.all([admin(createOrder, { body }), admin(createOrder, { body })])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('the ordered device is offered first, and assigned it is Shipped and the organization’s', async () => {
  const { order, item, device, organization } = await givenOrder()
  const params = { id: order._id, itemId: item._id }
  const { data: offered } = await admin(listAssignees, { params, query: {} })
  expect(offered.devices[0]).toMatchObject({ _id: device.id, status: 'Pending' })
  expect((await admin(listAssignees, { params, query: { q: device.deviceId } })).data.devices).toHaveLength(1)

  const { data, message } = await assign(order, item, { deviceId: device.id })
  expect(message).toBe('Assigned Successfully!')
  expect(data).toMatchObject({ status: 'in-progress', orderItems: [{ status: 'in-progress' }] })
  expect(await deviceNow(device.id)).toMatchObject({ status: 'Shipped', organizationId: organization.id })
  expect(await audited(device.id)).toEqual(['device.updated', 'device.assigned'])
  expect(await audited(order._id)).toEqual(['order.created', 'order.assigned'])
  expect((await assign(order, item, { deviceId: (await given.device()).id })).status).toBe(409)
})

test('another device may be sent than the ordered one, which is there for others again', async () => {
  const { order, item, device } = await givenOrder()
  const other = await given.device()
  const { data } = await assign(order, item, { deviceId: other.id })
  expect(data.orderItems[0]!.devices.map(({ _id }) => _id)).toEqual([other.id])
  expect((await deviceNow(device.id)).status).toBe('Available')
})

test('a device that was taken back is not the order’s any more: another is assigned for it', async () => {
  const { order, item, device, organization } = await givenOrder()
  await assign(order, item, { deviceId: device.id })
  const move = async (organizationId: string) => {
    const { status } = await admin(hardware.assignDevice, { params: { id: device.id }, body: { organizationId } })
    expect(status).toBe(200)
  }
  const listed = async () => {
    const { data } = await admin(endpoints.readOrder, { params: { id: order._id } })
    return data.orderItems[0]!.devices.map(({ _id }) => _id)
  }
  await move('')
  expect(await listed()).toEqual([])
  await move((await given.organization()).id)
  expect(await listed()).toEqual([])

  const another = await given.device()
  expect((await assign(order, item, { deviceId: another.id })).status).toBe(200)
  expect(await listed()).toEqual([another.id])
  expect(await deviceNow(another.id)).toMatchObject({ organizationId: organization.id, status: 'Shipped' })
  expect((await assign(order, item, { deviceId: (await given.device()).id })).status).toBe(409)
})

test('a device that was taken back may be assigned to its order again', async () => {
  const { order, item, device } = await givenOrder()
  await assign(order, item, { deviceId: device.id })
  await admin(hardware.assignDevice, { params: { id: device.id }, body: { organizationId: '' } })
  const { data } = await assign(order, item, { deviceId: device.id })
  expect(data.orderItems[0]!.devices).toMatchObject([{ _id: device.id, status: 'Shipped' }])
})

test('an item of two kiosks takes two devices and no third', async () => {
  const { order, kiosks } = await givenBought()
  for (let n = 0; n < 2; n += 1) {
    expect((await assign(order, kiosks, { deviceId: (await given.device()).id })).status).toBe(200)
  }
  const third = await given.device()
  const { status, error } = await assign(order, kiosks, { deviceId: third.id })
  expect([status, error.message]).toEqual([409, 'All 2 devices are assigned'])
  expect((await deviceNow(third.id)).status).toBe('Available')
})

test('what is no device is given to a team member, who may be another later', async () => {
  const { order, web } = await givenBought()
  const [omar, layla] = [await given.staff('manager'), await given.staff('admin', { firstName: 'Layla' })]
  await assign(order, web, { staffId: omar.id })
  const { data } = await assign(order, web, { staffId: layla.id })
  expect(data.orderItems[1]).toMatchObject({ assignee: { name: 'Layla admin' }, status: 'in-progress' })
  const { data: offered } = await admin(listAssignees, {
    params: { id: order._id, itemId: web._id },
    query: { q: 'layla' },
  })
  expect(offered).toMatchObject({ devices: [], staff: [{ _id: layla.id, name: 'Layla admin' }] })
})

test('an assignment says what is wrong with it', async () => {
  const { order, kiosks, web, organization } = await givenBought()
  const { order: other, device: pending } = await givenOrder()
  const refused = async (item: { _id: string }, body: object, of = order) => {
    const { status, error } = await assign(of, item, body)
    return [status, Object.keys(error.fields ?? {})]
  }
  const [screen, broken] = [
    await given.device({ appStream: 'DEENSCREEN' }),
    await given.device({ status: 'Defective' }),
  ]
  const taken = await given.device({ organizationId: organization.id })
  const revoked = await given.staff('manager', { access: 'revoked' })
  expect(await refused(kiosks, { deviceId: screen.id })).toEqual([400, ['deviceId']])
  expect(await refused(kiosks, { staffId: revoked.id })).toEqual([400, ['deviceId']])
  expect(await refused(web, { deviceId: screen.id })).toEqual([400, ['staffId']])
  expect(await refused(web, { staffId: revoked.id })).toEqual([400, ['staffId']])
  expect(await refused(kiosks, { deviceId: broken.id })).toEqual([409, []])
  expect(await refused(kiosks, { deviceId: taken.id })).toEqual([409, []])
  expect(await refused(kiosks, { deviceId: pending.id })).toEqual([409, []])
  expect((await refused(kiosks, {}))[0]).toBe(400)
  expect(await refused(kiosks, { deviceId: crypto.randomUUID() })).toEqual([404, []])
  expect(await refused(kiosks, { deviceId: screen.id }, other)).toEqual([404, []])
  expect((await assign(order, web, { staffId: revoked.id }, manager)).status).toBe(403)
})

test('a cancelled order of staff gives its device free, and takes no assignment', async () => {
  const { order, item, device } = await givenOrder()
  const body = { reason: 'No longer needed', refund: 'full' }
  const { data, status } = await admin(cancelOrder, { params: { id: order._id }, body })
  expect([status, data.status]).toEqual([200, 'closed'])
  expect(await deviceNow(device.id)).toMatchObject({ status: 'Available', organizationId: null })
  expect((await assign(order, item, { deviceId: device.id })).status).toBe(409)
  const moved = { params: { id: order._id }, body: { status: 'in-progress', version: data.version } }
  expect((await admin(changeOrderStatus, moved)).status).toBe(409)
})
