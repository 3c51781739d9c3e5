import type { ReviewStatus } from '@hikmah/contract/common'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import type { LookedUp } from '../facts/use-evidence.ts'
import { type DecisionValues, type Question, questions, valuesOf } from './tax-decision.ts'

/** The reason with which the verdict suggests to reject the exemption; of the EIN on record alone. */
export function rejectionSuggested({ evidence, isTyped }: LookedUp): string | undefined {
  if (!evidence || evidence.sources.length === 0 || isTyped) return undefined
  const { exemptStatus, reason } = evidence.suggestion
  return exemptStatus === ('Rejected' satisfies ReviewStatus) ? reason : undefined
}

/** What a person answered themselves, whatever they answered. */
export type Answered = ReadonlySet<Question>

/**
 * What is chosen before anybody chose: what the verdict suggests as Approved, of what is Pending and about the EIN on
 * record. A rejection is never chosen by itself. Who rejects the EIN is suggested nothing about its exemption, and who asks
 * for a new submission nothing at all.
 */
export function preselected(base: TaxStatus, chosen: DecisionValues, answered: Answered): Partial<DecisionValues> {
  const { verdict } = base
  const isAboutAnother = chosen.ein !== base.taxIdEin
  const isEinDoubted = answered.has('einStatus') && chosen.einStatus !== 'Approved'
  if (!verdict || isAboutAnother || chosen.isAsking) return {}
  const before = valuesOf(base)
  const suggested = questions.filter(
    (question) =>
      before[question] === 'Pending' &&
      verdict.suggestion[question] === 'Approved' &&
      !answered.has(question) &&
      !(question === 'exemptStatus' && isEinDoubted),
  )
  return Object.fromEntries(suggested.map((question) => [question, 'Approved' satisfies ReviewStatus]))
}
