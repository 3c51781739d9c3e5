import { verdictGroups } from '../irs-registry/verdict-groups.ts'

/**
 * All that wait for a decision, and of them those where this or that waits, `changed` those that wait because the record
 * of the IRS changed after the decision, and those of one group of verdicts.
 */
export const waitingKinds = ['waiting', 'ein', 'exemption', 'resubmitted', 'changed', ...verdictGroups] as const
export type WaitingKind = (typeof waitingKinds)[number]
export const taxReviewStatuses = [...waitingKinds, 'decided'] as const
export const taxReviewSorts = ['waitingSince', 'decidedAt', 'orgName'] as const
