import { consolePaths } from '@hikmah/contract/console-paths'
import type { DemoResponse } from '@hikmah/contract/demo-requests'
import { fullName } from '@hikmah/contract/words'
import type { z } from 'zod'
import { respond } from '../communication/respond.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { assertVersion } from '../kit/errors/refusal.ts'
import { lockDemoRequest, readDemoRequest, saveDemoRequest } from './queries.ts'

export async function respondToDemoRequest(
  house: Writes & Settings,
  actor: StaffActor,
  id: string,
  body: z.output<typeof DemoResponse>,
) {
  return house.change(actor, async (tx) => {
    const row = await lockDemoRequest(tx, id)
    await assertVersion(body.version, row, () => readDemoRequest(tx, id))
    const { scheduleDate, scheduleTime } = row
    const schedule = body.schedule
      ? { scheduleDate: body.schedule.date, scheduleTime: body.schedule.time }
      : { scheduleDate, scheduleTime }
    const answered = await respond(
      house,
      tx,
      {
        entity: 'demo-request',
        owner: { demoRequestId: id },
        row,
        person: fullName(row),
        path: consolePaths.demoRequest(id),
        also: { before: { scheduleDate, scheduleTime }, after: schedule },
      },
      body,
    )
    await saveDemoRequest(tx, id, { ...answered, ...schedule })
    return readDemoRequest(tx, id)
  })
}

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
