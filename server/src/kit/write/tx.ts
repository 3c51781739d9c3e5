import type { AuditAction, AuditEntity } from '@hikmah/contract/audit'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../db/db.ts'

export interface AuditDraft {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  entityName: string
  organizationId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** The trail records of these fields only that they changed. */
  secrets?: readonly string[]
}

/**
 * The one transaction of a write, opened by `change`. A query on the outer Db would not be part of it and could wait
 * for its locks for ever, so the compiler refuses it.
 */
export type Tx = Db & {
  readonly by: Actor
  readonly at: Date
  readonly drafts: AuditDraft[]
  hasLetters: boolean
}

/** The change, its audit entries and its letters commit together or not at all. */
export type Change = <T>(by: Actor, work: (tx: Tx) => Promise<T>) => Promise<T>
