import type { AuditAction, AuditEntity } from '@hikmah/contract/audit'
import type { Actor } from '../auth/actor.ts'
import type { Db } from '../db/db.ts'
import type { Letterhead } from '../process/config.ts'

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

/** An entry that its writer knows to be committed. */
export interface Written {
  seq: number
  hash: string
  /** The newest seal when it was written. Its own comes later. */
  after: number
}

/** The transaction of a `change`. The compiler refuses the outer Db, which could wait for its locks for ever. */
export type Tx = Db & {
  readonly by: Actor
  readonly at: Date
  readonly drafts: AuditDraft[]
  hasLetters: boolean
  readonly letterhead: Letterhead
}

/**
 * The change, its audit entries and its letters commit together or not at all. The work runs again when the database ends
 * it for a deadlock or a serialization failure, so it leaves nothing but what is in `tx`; what does says `once`.
 */
export type Change = <T>(by: Actor, work: (tx: Tx) => Promise<T>, repeats?: 'once') => Promise<T>
