import type { AuditAction, AuditEntity } from '@hikmah/contract/audit'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../db/db.ts'

/** A line of the audit trail, as `record` takes it. */
export interface AuditDraft {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  /** What a person calls it. */
  entityName: string
  organizationId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** The fields whose values nobody may read in the trail, which keeps only that they changed. */
  secrets?: readonly string[]
}

/**
 * The one transaction of a write, opened by `change`. Functions of a write take a Tx: a query on the outer Db would not
 * be part of the transaction and could wait forever for its locks, so the compiler refuses it.
 */
export type Tx = Db & {
  readonly by: Actor
  readonly at: Date
  readonly drafts: AuditDraft[]
  /** Whether a letter waits for the commit. */
  hasLetters: boolean
}

/** Opens the only transaction of a write. The change, its audit entries and its letters commit together or not at all. */
export type Change = <T>(by: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>
