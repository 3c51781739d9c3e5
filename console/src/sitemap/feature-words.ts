import type { AuditAction, AuditEntity } from '@hikmah/contract/audit'

/**
 * What a feature calls its own things in the audit trail: the constant `auditWords` of its `audit-words.ts`, which the
 * trail finds by that name. Anything without an entry is shown by its own name, spelled out.
 */
export interface AuditWords {
  entities?: Partial<Record<AuditEntity, string>>
  /** Actions whose own name would be less clear. */
  actions?: Partial<Record<AuditAction, string>>
  /** Fields by the labels that the screens give them, in the order of the screens. */
  fields?: Record<string, string>
  /** What a field keeps by a code, in the words of the screens. */
  values?: Record<string, Record<string, string>>
  /** Fields of its entities that are amounts: in whole US dollars, or in minor units of the entry's currency. */
  money?: Record<string, 'dollars' | 'minor'>
}
