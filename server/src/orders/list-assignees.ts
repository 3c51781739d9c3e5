import { unassignableStatuses } from '@hikmah/contract/hardware/schemas'
import type { Assignees } from '@hikmah/contract/orders/schemas'
import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import { devices } from '../hardware/table.ts'
import { byFullName, fullNameOf } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { matches } from '../kit/list/search.ts'
import { findItem } from './hold-order.ts'
import { orderItemDevices } from './table.ts'

const MAX_SHOWN = 20

/** What or whom an item may be given: devices of its app stream that nobody has, or active team members. */
export async function listAssignees(
  db: Db,
  { id, itemId }: { id: string; itemId: string },
  q: string | undefined,
): Promise<z.infer<typeof Assignees>> {
  const item = await findItem(db, id, itemId)
  if (!item.appStream) {
    const people = await db
      .select({
        _id: staff.id,
        name: fullNameOf(staff),
        image: staff.image,
      })
      .from(staff)
      .where(and(eq(staff.status, 'active'), q ? matches(staff.search, q) : undefined))
      .orderBy(...byFullName(staff), staff.id)
      .limit(MAX_SHOWN)
    return { devices: [], staff: people }
  }
  const own = db
    .select({ id: orderItemDevices.deviceId })
    .from(orderItemDevices)
    .where(and(eq(orderItemDevices.itemId, item.id), isNull(orderItemDevices.assignedAt)))
  const isFree = notInArray(devices.status, unassignableStatuses)
  const found = await db
    .select({ _id: devices.id, deviceId: devices.deviceId, name: devices.name, status: devices.status })
    .from(devices)
    .where(
      and(
        eq(devices.appStream, item.appStream as 'DEENKIOSK'),
        isNull(devices.organizationId),
        isNull(devices.deletedAt),
        or(isFree, and(eq(devices.status, 'Pending'), inArray(devices.id, own))),
        q ? matches(devices.search, q) : undefined,
      ),
    )
    .orderBy(sql`(${devices.status} <> 'Pending')`, asc(devices.deviceId))
    .limit(MAX_SHOWN)
  return { devices: found, staff: [] }
}
