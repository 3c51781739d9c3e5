import type { TaxEvidence } from '@hikmah/contract/tax-verification/schemas'
import { maskedEin } from '@hikmah/contract/tax-verification/words'

/** A text in which people and files may name an EIN, with nothing but the end of it. */
export const withoutEins = (text: string) => text.replace(/(?<!\d)\d{2}[ \u2010-\u2015-]?\d{7}(?!\d)/g, maskedEin)

/** The reasons are sentences, which may name the EIN or what it begins with. */
export const maskedVerdict = <V extends TaxEvidence>(verdict: V): V => ({
  ...verdict,
  row: verdict.row && { ...verdict.row, ein: maskedEin(verdict.row.ein) },
  reasons: verdict.reasons.map((reason) => withoutEins(reason).replace(/(?<=begins? with )\d{2}\b/, '**')),
})
