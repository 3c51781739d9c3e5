import { mustMaskEin } from '@hikmah/contract/permissions'
import type { StaffActor } from '../auth/actor.ts'
import { countUse } from '../auth/throttle.ts'
import { type Clock, secondsAfter } from '../process/clock.ts'
import type { AuditDraft, Change } from '../write/tx.ts'
import { record } from './audit.ts'

const HOUR_S = 3600

/**
 * Records that somebody read something: once an hour for each person and thing, since screens read it each time they show
 * it. `thing` says which, where the entry is about more.
 */
export const noteRead = (change: Change, actor: StaffActor, draft: AuditDraft, thing = draft.entityId) =>
  change(actor, async (tx) => {
    const { count } = await countUse(tx, `read:${draft.action}:${thing}:${actor.id}`, tx.at, HOUR_S)
    if (count === 1) record(tx, draft)
  })

/** More than anybody reviews in an hour: who reads so many goes through the list. */
const MANY_EINS = 100

/** Whose EINs somebody has read within the hour. Each process counts its own, and from nothing after a restart. */
const readBy = new Map<string, { until: Date; organizations: Set<string> }>()

/** Records once an hour that somebody has read many EINs, by pages or one by one, instead of the whole list. */
export async function noteEinsRead(
  { change, clock }: { change: Change; clock: Clock },
  actor: StaffActor,
  read: { organizationId: string; taxIdEin: string }[],
): Promise<void> {
  if (mustMaskEin(actor.role)) return
  const now = clock.now()
  for (const [id, { until }] of readBy) if (until <= now) readBy.delete(id)
  const { until, organizations } = readBy.get(actor.id) ?? {
    until: secondsAfter(now, HOUR_S),
    organizations: new Set(),
  }
  const withEin = read.filter(({ taxIdEin }) => taxIdEin !== '').map(({ organizationId }) => organizationId)
  const together = new Set([...organizations, ...withEin])
  if (organizations.size < MANY_EINS && together.size >= MANY_EINS) {
    await change(actor, async (tx) =>
      record(tx, {
        action: 'tax-review.eins-read',
        entity: 'tax-review',
        entityId: '',
        entityName: `${MANY_EINS} or more organizations within an hour`,
      }),
    )
  }
  readBy.set(actor.id, { until, organizations: together })
}
