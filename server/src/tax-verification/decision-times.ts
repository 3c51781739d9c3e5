import type { VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import type { DecisionTimes } from '@hikmah/contract/tax-verification/schemas'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Reads, Writes } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { readTaxProfile } from './queries.ts'
import { taxDecisionTimes, taxOpenings } from './table.ts'

/** A reviewer has a review before them from now on. Where nothing waits, nothing is measured. */
export const openTaxReview = ({ change }: Writes, actor: StaffActor, organizationId: string): Promise<void> =>
  change(actor, async (tx) => {
    const { taxVersion, waitingSince } = await readTaxProfile(tx, organizationId)
    if (!waitingSince) return
    const opening = { version: taxVersion, at: tx.at }
    await tx
      .insert(taxOpenings)
      .values({ organizationId, staffId: actor.id, ...opening })
      .onConflictDoUpdate({ target: [taxOpenings.organizationId, taxOpenings.staffId], set: opening })
  })

/** Keeps how long the decision that is being made took, where its reviewer opened what they decide on. */
export async function keepDecisionTime(tx: Tx, before: OrganizationTableRow, outcome: VerdictOutcome | null) {
  const openings = await tx.delete(taxOpenings).where(eq(taxOpenings.organizationId, before.id)).returning()
  const own = openings.find(({ staffId, version }) => staffId === tx.by.id && version === before.taxVersion)
  if (!own) return
  await tx.insert(taxDecisionTimes).values({
    organizationId: before.id,
    version: before.taxVersion + 1,
    outcome,
    decidedAt: tx.at,
    seconds: Math.max(0, Math.round((tx.at.getTime() - own.at.getTime()) / 1000)),
  })
}

export const forgetDecisionTime = (tx: Tx, decided: OrganizationTableRow) =>
  tx
    .delete(taxDecisionTimes)
    .where(and(eq(taxDecisionTimes.organizationId, decided.id), eq(taxDecisionTimes.version, decided.taxVersion)))

const DAY_MS = 86_400_000

/** Of this week and those before it, the latest first; weeks begin on Monday in UTC. */
export async function readDecisionTimes({ db, clock }: Reads, weeks: number): Promise<DecisionTimes[]> {
  const { decidedAt, seconds, outcome } = taxDecisionTimes
  const week = sql<string>`to_char(date_trunc('week', ${decidedAt} at time zone 'UTC'), 'YYYY-MM-DD')`
  return db
    .select({
      week,
      outcome,
      decisions: sql<number>`count(*)::integer`,
      medianSeconds: sql<number>`percentile_cont(0.5) within group (order by ${seconds})`,
    })
    .from(taxDecisionTimes)
    .where(gte(decidedAt, new Date(mondayOf(clock.now()) - (weeks - 1) * 7 * DAY_MS)))
    .groupBy(sql`1`, outcome)
    .orderBy(sql`1 desc`, sql`3 desc`, outcome)
}

function mondayOf(now: Date): number {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS
}
