import { z } from 'zod'

// Apart from the rest of the audit trail, which the first load of the console does without.

/** What kind of act an entry is, as migration 0089 tells them apart; what is none of these is `other`. */
export const auditKinds = {
  decided: 'Decided',
  status: 'Status changed',
  edited: 'Edited',
  money: 'Money',
  'signed-in': 'Signed in',
  access: 'Access',
  other: 'Other',
} as const

export const AuditKind = z.enum(Object.keys(auditKinds) as (keyof typeof auditKinds)[])
