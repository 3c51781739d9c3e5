import { consolePaths } from '@hikmah/contract/console-paths'
import type { InquiryStatus } from '@hikmah/contract/contact-inquiries'
import { type ResponseForm, respond } from '../communication/respond.ts'
import type { Settings, Writes } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/http/refusal.ts'
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
