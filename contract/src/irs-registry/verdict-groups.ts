/** The queue is looked through by these. */
export const verdictGroups = ['match', 'differs', 'not-deductible', 'revoked', 'not-listed', 'not-checked'] as const
export type VerdictGroup = (typeof verdictGroups)[number]
