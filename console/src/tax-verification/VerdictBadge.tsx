import { type VerdictGroup, type VerdictOutcome, verdictGroupOf } from '@hikmah/contract/irs-registry/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const signs: Record<VerdictGroup, { tone: Tone; glyph?: GlyphName }> = {
  match: { tone: 'success' },
  differs: { tone: 'warning' },
  'not-deductible': { tone: 'warning', glyph: 'minus' },
  revoked: { tone: 'danger' },
  'not-listed': { tone: 'invite', glyph: 'dot' },
  'not-checked': { tone: 'pending' },
}

const words: Record<VerdictOutcome, string> = {
  VERIFIED: 'Match',
  VERIFIED_GROUP: 'Match in a group',
  REINSTATED: 'Reinstated',
  NAME_REVIEW: 'Name is similar',
  MISMATCH: 'Different name',
  NOT_C3: 'Not deductible',
  PRIVATE_FOUNDATION: 'Private foundation',
  DEDUCT_UNKNOWN: 'Deductibility unknown',
  REVOKED: 'Revoked',
  NOT_LISTED_CHURCH: 'Not listed',
  NOT_LISTED: 'Not listed',
  INVALID: 'No valid EIN',
}

export const verdictText = (outcome: VerdictOutcome | null) => (outcome ? words[outcome] : 'Not checked')

/** The IRS verdict on a review, in text, colour and shape; null if it was not looked up. */
export function VerdictBadge({ outcome, bare }: { outcome: VerdictOutcome | null; bare?: boolean }) {
  return (
    <StatusBadge {...signs[verdictGroupOf(outcome)]} bare={bare}>
      {verdictText(outcome)}
    </StatusBadge>
  )
}
