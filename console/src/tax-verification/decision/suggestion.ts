import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import type { LookedUp } from '../facts/use-evidence.ts'
import { type DecisionValues, type Question, questions, valuesOf } from './tax-decision.ts'

/** The reason the verdict suggests for rejecting the exemption; only for the EIN on record. */
export function rejectionSuggested({ evidence, isTyped }: LookedUp): string | undefined {
  if (!evidence || evidence.sources.length === 0 || isTyped) return undefined
  const { exemptStatus, reason } = evidence.suggestion
  return exemptStatus === ('Rejected' satisfies ReviewStatus) ? reason : undefined
}

/** What the person has answered. */
export type Answered = ReadonlySet<Question>

/**
 * Preselected answers: what the verdict suggests to approve, if Pending and about the EIN on record. A rejection is
 * never preselected. The exemption is suggested for an approved EIN alone, and asking for a new submission stops all
 * suggestions.
 */
export function preselected(base: TaxStatus, chosen: DecisionValues, answered: Answered): Partial<DecisionValues> {
  const { verdict } = base
  const isAboutAnother = chosen.ein !== base.taxIdEin
  if (!verdict || isAboutAnother || chosen.isAsking) return {}
  const before = valuesOf(base)
  const suggested = questions.filter(
    (question) =>
      before[question] === 'Pending' && verdict.suggestion[question] === 'Approved' && !answered.has(question),
  )
  const isEinApproved = chosen.einStatus === 'Approved' || suggested.includes('einStatus')
  return Object.fromEntries(
    suggested
      .filter((question) => question === 'einStatus' || isEinApproved)
      .map((question) => [question, 'Approved' satisfies ReviewStatus]),
  )
}
