import type { DemoRequestStatus } from '@hikmah/contract/demo-requests/schemas'
import { fullName } from '../communication/queries.ts'
import { type ResponseForm, respond } from '../communication/respond.ts'
import type { Writes } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/http/refusal.ts'
import { lockDemoRequest, readDemoRequest, saveDemoRequest } from './queries.ts'

export async function respondToDemoRequest(
  house: Writes,
  actor: StaffActor,
  id: string,
  body: ResponseForm<DemoRequestStatus>,
) {
  return house.change(actor, async (tx) => {
    const row = await lockDemoRequest(tx, id)
    assertVersion(body.version, row, await readDemoRequest(tx, id))
    const asked = { entity: 'demo-request' as const, owner: { demoRequestId: id }, row, person: fullName(row) }
    await saveDemoRequest(tx, id, await respond(tx, asked, body))
    return readDemoRequest(tx, id)
  })
}
