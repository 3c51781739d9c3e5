import type { AuditAction, AuditEntity } from '@hikmah/contract/audit'

/** The constant `auditWords` of an `audit-words.ts`, which the trail finds by that name; other names are spelled out. */
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
