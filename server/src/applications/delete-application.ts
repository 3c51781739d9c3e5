import { eq, sql } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/http/refusal.ts'
import { lastPlace } from '../kit/list/ordered-list.ts'
import { type FindCompatible, lockApplication, readApplication, readApplicationUsage } from './queries.ts'
import { applications } from './table.ts'

/** Deletes what was never used, and archives what was. */
export const deleteApplication = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  findCompatible: FindCompatible,
): Promise<void> =>
  change(actor, async (tx) => {
    const { displayName, archivedAt } = await lockApplication(tx, id)
    if (archivedAt) throw conflict('This application is already archived')
    const { isArchived } = await readApplicationUsage(tx, id, findCompatible)
    if (isArchived)
      await tx.update(applications).set({ archivedAt: tx.at, version: sql`version + 1` }).where(eq(applications.id, id))
    else await tx.delete(applications).where(eq(applications.id, id))
    record(tx, {
      action: isArchived ? 'application.archived' : 'application.deleted',
      entity: 'application',
      entityId: id,
      entityName: displayName,
    })
  })

export const restoreApplication = ({ change }: Writes, actor: StaffActor, id: string) =>
  change(actor, async (tx) => {
    const { displayName, archivedAt } = await lockApplication(tx, id)
    if (!archivedAt) throw conflict('This application is not archived')
    const place = await lastPlace(tx, applications)
    await tx
      .update(applications)
      .set({ archivedAt: null, place, version: sql`version + 1` })
      .where(eq(applications.id, id))
    record(tx, { action: 'application.restored', entity: 'application', entityId: id, entityName: displayName })
    return readApplication(tx, id)
  })
