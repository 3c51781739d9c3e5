import { consolePaths } from '@hikmah/contract/console-paths'
import type { InquiryStatus } from '@hikmah/contract/contact-inquiries'
import { type ResponseForm, respond } from '../communication/respond.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/errors/refusal.ts'
import { lockInquiry, readInquiry, saveInquiry } from './queries.ts'

export async function respondToInquiry(
  house: Writes & Settings,
  actor: StaffActor,
  id: string,
  body: ResponseForm<InquiryStatus>,
) {
  return house.change(actor, async (tx) => {
    const row = await lockInquiry(tx, id)
    await assertVersion(body.version, row, () => readInquiry(tx, id))
    const [owner, path] = [{ inquiryId: id }, consolePaths.contactInquiry(id)]
    const asked = { entity: 'contact-inquiry' as const, owner, row, person: row.name, path }
    await saveInquiry(tx, id, await respond(house, tx, asked, body))
    return readInquiry(tx, id)
  })
}

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
