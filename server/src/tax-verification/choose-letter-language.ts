import type { LetterLanguage, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { organizations } from '../organizations/table.ts'
import { lockTaxProfile, readTaxStatus } from './queries.ts'

/** In which language, below the English, letters about its taxes come. A review that lies open stays as it is. */
export const chooseLetterLanguage = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { letterLanguage }: { letterLanguage: LetterLanguage },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    if (letterLanguage !== row.letterLanguage) {
      await tx.update(organizations).set({ letterLanguage }).where(eq(organizations.id, organizationId))
      record(tx, {
        action: 'tax-review.letter-language-changed',
        entity: 'organization',
        entityId: row.id,
        entityName: row.name,
        organizationId: row.id,
        before: { letterLanguage: row.letterLanguage },
        after: { letterLanguage },
      })
    }
    return readTaxStatus(tx, organizationId, tx.at)
  })
