import type { ReviewStatus } from '@hikmah/contract/common'
import { type ReasonCode, reasonCodes, reasons, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { type DecisionValues, questions, valuesOf } from './tax-decision.ts'

type Written = Pick<DecisionValues, 'reason' | 'reasonCode'>

const isOwn = (reason: string) =>
  reason.trim() !== '' && reasonCodes.every((code) => reasons[code].text !== reason.trim())

/** Choosing a code appends its words to the person's own; choosing it again removes both. */
export function withCode({ reason, reasonCode }: Written, code: ReasonCode): Written {
  const { text } = reasons[code]
  if (reasonCode === code) return { reasonCode: null, reason: isOwn(reason) ? reason : '' }
  if (!isOwn(reason)) return { reasonCode: code, reason: text }
  const own = reason.trim()
  const joined = own.includes(text) ? own : `${/[.!?]$/.test(own) ? own : `${own}.`} ${text}`
  return { reasonCode: code, reason: joined }
}

/** Asking for a new submission: nothing is rejected, and the review stays open. */
export function asking(base: TaxStatus, values: DecisionValues): Partial<DecisionValues> {
  const before = valuesOf(base)
  const isRejected = questions.filter((question) => values[question] === 'Rejected')
  const kept = Object.fromEntries(isRejected.map((question) => [question, before[question]]))
  const waits = questions.some((question) => ({ ...values, ...kept })[question] === ('Pending' satisfies ReviewStatus))
  const { einStatus, exemptStatus } = before
  return { ...(waits ? kept : { einStatus, exemptStatus }), isAsking: true }
}
