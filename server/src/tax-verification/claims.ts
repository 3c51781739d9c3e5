import { claimCutoff, isClaimHeld } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { CLAIMED } from '@hikmah/contract/tax-verification/words'
import { and, eq, lte, or } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { lockTaxProfile, readTaxStatus } from './queries.ts'
import { taxClaims } from './table.ts'

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
