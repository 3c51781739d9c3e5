import { verdictGroups } from '../irs-registry/verdict-groups.ts'

/**
 * `waiting` are all reviews that wait for a decision; the others are subsets of it, by what waits or by the group of the
 * verdict. `changed` wait because the IRS record changed after the decision.
 */
export const waitingKinds = ['waiting', 'ein', 'exemption', 'resubmitted', 'changed', ...verdictGroups] as const
export type WaitingKind = (typeof waitingKinds)[number]
export const taxReviewStatuses = [...waitingKinds, 'decided'] as const
export const taxReviewSorts = ['waitingSince', 'decidedAt', 'orgName'] as const
