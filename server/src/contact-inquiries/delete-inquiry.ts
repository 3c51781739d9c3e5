import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { lockInquiry, readInquiry, saveInquiry } from './queries.ts'

/** It leaves every list and can be restored. */
export async function deleteInquiry({ change }: Writes, actor: StaffActor, id: string) {
  await change(actor, async (tx) => {
    const { name } = await lockInquiry(tx, id)
    await saveInquiry(tx, id, { deletedAt: tx.at })
    record(tx, { action: 'contact-inquiry.deleted', entity: 'contact-inquiry', entityId: id, entityName: name })
  })
}

/** One that is there already is answered as it is. */
export async function restoreInquiry({ change }: Writes, actor: StaffActor, id: string) {
  return change(actor, async (tx) => {
    const { name, deletedAt } = await lockInquiry(tx, id, { deleted: true })
    if (deletedAt) {
      await saveInquiry(tx, id, { deletedAt: null })
      record(tx, { action: 'contact-inquiry.restored', entity: 'contact-inquiry', entityId: id, entityName: name })
    }
    return readInquiry(tx, id)
  })
}
