import { orders as endpoints } from '@hikmah/contract/orders/endpoints'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { devices } from '../src/hardware/table.ts'
import { startServer } from './start.ts'

/** A server whose staff order devices for organizations. */
export async function startWithStaffOrders() {
  const server = await startServer()
  const { db, given, as } = server
  const admin = await as('admin')

  /** A device ordered by staff for an organization: another one unless it is given. */
  const givenOrder = async (of: { id: string } | undefined = undefined) => {
    const organization = await given.organization()
    const { id } = of ?? (await given.device())
    const colleague = await given.staff('manager', { firstName: 'Omar', lastName: 'Siddiqui' })
    const [startDate, endDate] = ['2026-12-01', '2026-12-31']
    const body = { orgId: organization.id, deviceId: id, assignee: colleague.id, startDate, endDate }
    const { data, message, status } = await admin(endpoints.createOrder, { body })
    expect([status, message]).toEqual([200, 'Order Added Successfully!'])
    return { organization, device: await deviceNow(id), colleague, order: data, item: data.orderItems[0]! }
  }

  const deviceNow = async (id: string) => (await db.select().from(devices).where(eq(devices.id, id)))[0]!

  const assign = (order: { _id: string }, item: { _id: string }, body: object, who = admin) =>
    who(endpoints.assignItem, { params: { id: order._id, itemId: item._id }, body })

  return { ...server, admin, givenOrder, deviceNow, assign }
}
