import type { VerdictOutcome } from '@hikmah/contract/irs-registry/words'
import { claimCutoff, isClaimHeld } from '@hikmah/contract/tax-verification/rules'
import type { DecisionTimes, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { CLAIMED } from '@hikmah/contract/tax-verification/words'
import { and, eq, gte, lte, or, sql } from 'drizzle-orm'
import type { Reads, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { isListed } from './keep-verdict.ts'
import { lockTaxProfile, readTaxProfile, readTaxStatus } from './queries.ts'
import { taxClaims, taxDecisionTimes, taxOpenings } from './table.ts'

/** Claims a review or renews the claim. It keeps nobody from deciding: whoever is away must not hold a review up. */
export const claimTaxReview = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { takeOver = false }: { takeOver?: boolean | undefined },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    // Locked in the same order as by a decision: otherwise a claim and its end could deadlock.
    const organization = await lockTaxProfile(tx, organizationId)
    const [before] = await tx.select().from(taxClaims).where(eq(taxClaims.organizationId, organizationId))
    const claim = { staffId: actor.id, byName: actor.name, at: tx.at }
    const isOver = lte(taxClaims.at, claimCutoff(tx.at))
    const [claimed] = await tx
      .insert(taxClaims)
      .values({ organizationId, ...claim })
      .onConflictDoUpdate({
        target: taxClaims.organizationId,
        set: claim,
        setWhere: takeOver ? undefined : or(eq(taxClaims.staffId, actor.id), isOver),
      })
      .returning()
    const current = await readTaxStatus(tx, organizationId, tx.at)
    if (!claimed) throw conflict(CLAIMED, current)
    if (before && before.staffId !== actor.id && isClaimHeld(before.at, tx.at))
      record(tx, {
        action: 'tax-review.taken-over',
        entity: 'tax-review',
        entityId: organizationId,
        entityName: organization.name,
        organizationId,
        before: { claimedBy: before.byName },
        after: { claimedBy: actor.name },
      })
    return current
  })

export const releaseTaxReview = ({ change }: Writes, actor: StaffActor, organizationId: string): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    await lockTaxProfile(tx, organizationId)
    await tx.delete(taxClaims).where(and(eq(taxClaims.organizationId, organizationId), eq(taxClaims.staffId, actor.id)))
    return readTaxStatus(tx, organizationId, tx.at)
  })

export type Claim = typeof taxClaims.$inferSelect

/** Ends the claim on a decision, whoever held it, and returns it: null where there was none. */
export async function endClaim(tx: Tx, organizationId: string): Promise<Claim | null> {
  const [claim] = await tx.delete(taxClaims).where(eq(taxClaims.organizationId, organizationId)).returning()
  return claim ?? null
}

/** Makes a claim that was ended stand as it was, unless somebody has claimed the review since. */
export const restoreClaim = (tx: Tx, claim: Claim) => tx.insert(taxClaims).values(claim).onConflictDoNothing()

/** A reviewer has a review before them from now on. Where nothing waits, nothing is measured. */
export const openTaxReview = ({ change }: Writes, actor: StaffActor, organizationId: string): Promise<void> =>
  change(actor, async (tx) => {
    const profile = await readTaxProfile(tx, organizationId)
    if (!isListed(profile)) return
    const opening = { version: profile.taxVersion, at: tx.at }
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

/** Of this week and those before it; weeks begin on Monday in UTC. */
export async function readDecisionTimes({ db, clock }: Reads, weeks: number): Promise<DecisionTimes> {
  const { decidedAt, seconds, outcome } = taxDecisionTimes
  const rows = await db
    .select({
      week: sql<string | null>`to_char(date_trunc('week', ${decidedAt} at time zone 'UTC'), 'YYYY-MM-DD')`,
      outcome,
      isOfOutcome: sql<boolean>`grouping(${outcome}) = 0`,
      decisions: sql<number>`count(*)::integer`,
      medianSeconds: sql<number>`percentile_cont(0.5) within group (order by ${seconds})`,
      slowestSeconds: sql<number>`max(${seconds})`,
    })
    .from(taxDecisionTimes)
    .where(gte(decidedAt, new Date(mondayOf(clock.now()) - (weeks - 1) * 7 * DAY_MS)))
    .groupBy(sql`grouping sets ((1), (2), ())`)
    .orderBy(sql`1 desc`, sql`4 desc`, outcome)
  const {
    decisions = 0,
    medianSeconds = 0,
    slowestSeconds = 0,
  } = rows.find(({ week, isOfOutcome }) => !week && !isOfOutcome) ?? {}
  return {
    all: decisions > 0 ? { decisions, medianSeconds, slowestSeconds } : null,
    outcomes: rows.flatMap(({ week: _, isOfOutcome, ...row }) => (isOfOutcome ? row : [])),
    weeks: rows.flatMap(({ week, isOfOutcome, outcome: _, ...row }) => (week ? { week, ...row } : [])),
  }
}

function mondayOf(now: Date): number {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return midnight - ((now.getUTCDay() + 6) % 7) * DAY_MS
}
