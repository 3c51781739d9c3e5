import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/http/refusal.ts'
import { type FindMediaUsers, lockMedia } from './queries.ts'
import { media } from './table.ts'

/** Deletes an image that nothing uses. */
export const deleteMedia = (
  { change }: Writes,
  actor: StaffActor,
  id: string,
  findUsers: FindMediaUsers,
): Promise<void> =>
  change(actor, async (tx) => {
    const { kind, name, size } = await lockMedia(tx, id)
    const usage = await findUsers(tx, id)
    if (usage.length > 0) {
      const names = usage.slice(0, 3).map((place) => place.name)
      throw conflict(`This image is used by ${names.join(', ')}${usage.length > 3 ? ' and others' : ''}`, usage)
    }
    await tx.delete(media).where(eq(media.id, id))
    record(tx, {
      action: 'media.deleted',
      entity: 'media',
      entityId: id,
      entityName: name,
      before: { kind, name, size },
    })
  })
