import { eq } from 'drizzle-orm'
import type { Payments, Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { readToMirror } from './mirror-campaign.ts'
import { lockCampaign, readCampaign } from './queries.ts'
import { providedWords } from './rules.ts'
import { campaigns } from './table.ts'

/** Reads it at the provider again, for somebody who waits. */
export async function resyncCampaign(deps: Reads & Writes & Payments, actor: StaffActor, id: string) {
  const { id: promoId, code } = await readCampaign(deps.db, id, deps.clock.now())
  const mirror = await readToMirror(deps, 'page', promoId)
  return deps.change(actor, async (tx) => {
    const before = await lockCampaign(tx, id)
    await mirror(tx)
    const [after] = await tx.select().from(campaigns).where(eq(campaigns.id, id))
    record(tx, {
      action: 'campaign.resynced',
      entity: 'campaign',
      entityId: id,
      entityName: code,
      before: providedWords(before),
      after: providedWords(after!),
    })
    return readCampaign(tx, id, tx.at)
  })
}
