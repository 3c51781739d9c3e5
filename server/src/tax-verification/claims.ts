import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { CLAIM_MIN, CLAIMED } from '@hikmah/contract/tax-verification/words'
import { and, eq, lte, or } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Tx } from '../kit/db/db.ts'
import { conflict } from '../kit/http/refusal.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { assertOrganization } from '../organizations/queries.ts'
import { readTaxStatus } from './queries.ts'
import { taxClaims } from './table.ts'

/**
 * Says that this reviewer is at a review, from now on also where it was said before. Of two at once one is refused, with
 * the review as it stands. It keeps nobody from deciding: who is away must not hold a review up.
 */
export const claimTaxReview = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { takeOver = false }: { takeOver?: boolean | undefined },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    await assertOrganization(tx, organizationId)
    const claim = { staffId: actor.id, byName: actor.name, at: tx.at }
    const isOver = lte(taxClaims.at, secondsAfter(tx.at, -60 * CLAIM_MIN))
    const [claimed] = await tx
      .insert(taxClaims)
      .values({ organizationId, ...claim })
      .onConflictDoUpdate({
        target: taxClaims.organizationId,
        set: claim,
        setWhere: takeOver ? undefined : or(eq(taxClaims.staffId, actor.id), isOver),
      })
      .returning()
    const current = await readTaxStatus(tx, organizationId, { maskEin: false, now: tx.at })
    if (!claimed) throw conflict(CLAIMED, current)
    return current
  })

/** Gives one's own claim back; that of another stays. */
export const releaseTaxReview = ({ change }: Writes, actor: StaffActor, organizationId: string): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    await tx.delete(taxClaims).where(and(eq(taxClaims.organizationId, organizationId), eq(taxClaims.staffId, actor.id)))
    return readTaxStatus(tx, organizationId, { maskEin: false, now: tx.at })
  })

/** A decision ends the claim, whoever held it. */
export const endClaim = (tx: Tx, organizationId: string) =>
  tx.delete(taxClaims).where(eq(taxClaims.organizationId, organizationId))
