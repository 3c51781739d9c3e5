import { type DisputeMovement, type DisputeOutcome, disputeOutcomes } from '@hikmah/contract/money-account'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate } from '../kit/format/texts.ts'
import type { GlyphName, Tone } from '../kit/icons/glyphs.tsx'

const looks: Record<DisputeOutcome, { tone: Tone; glyph: GlyphName }> = {
  open: { tone: 'warning', glyph: 'flag' },
  inquiry: { tone: 'warning', glyph: 'half' },
  won: { tone: 'success', glyph: 'check' },
  lost: { tone: 'failed', glyph: 'cross' },
}

interface Shown extends Pick<DisputeMovement, 'outcome' | 'evidenceDueAt' | 'hasEvidence'> {
  /** The date stands beside it. */
  isUndated?: boolean
}

/** While evidence is due, with its date: nobody has to look for it. */
export function DisputeBadge({ outcome, evidenceDueAt, hasEvidence, isUndated }: Shown) {
  const isDecided = outcome === 'won' || outcome === 'lost'
  const text = evidenceDueAt
    ? `Evidence due${isUndated ? '' : ` ${formatDate(evidenceDueAt, 'MMM D')}`}`
    : outcome === 'inquiry' && !hasEvidence
      ? 'Inquiry dropped'
      : 'Under review'
  return <StatusBadge {...looks[outcome]}>{isDecided ? disputeOutcomes[outcome] : text}</StatusBadge>
}

/** Beside the status of a payment. */
export const DisputedBadge = () => <StatusBadge {...looks.open}>Disputed</StatusBadge>
