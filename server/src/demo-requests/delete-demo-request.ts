import { fullName } from '@hikmah/contract/words'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { lockDemoRequest, readDemoRequest, saveDemoRequest } from './queries.ts'

/** It leaves every list and can be restored. */
export async function deleteDemoRequest({ change }: Writes, actor: StaffActor, id: string) {
  await change(actor, async (tx) => {
    const row = await lockDemoRequest(tx, id)
    await saveDemoRequest(tx, id, { deletedAt: tx.at })
    record(tx, { action: 'demo-request.deleted', entity: 'demo-request', entityId: id, entityName: fullName(row) })
  })
}

/** One that is there already is answered as it is. */
export async function restoreDemoRequest({ change }: Writes, actor: StaffActor, id: string) {
  return change(actor, async (tx) => {
    const row = await lockDemoRequest(tx, id, { deleted: true })
    if (row.deletedAt) {
      await saveDemoRequest(tx, id, { deletedAt: null })
      record(tx, { action: 'demo-request.restored', entity: 'demo-request', entityId: id, entityName: fullName(row) })
    }
    return readDemoRequest(tx, id)
  })
}
