import type { StaffRole } from '@hikmah/contract/permissions'

/** The `Idempotency-Key` of a request. `change` keeps it, and the answer, in the transaction of the work. */
export interface IdempotencyKey {
  id: string
  bodyHash: string
  /** The whole answer, made of what the work resolved with. */
  answerOf(result: unknown): string
  /** Set once the work is committed. */
  answer: string | undefined
}

/** A write that a caller waits for: `change` and the watch tell each other how far it is. */
export interface Attempt {
  /** The caller was told that nothing was saved, so nothing may be. */
  isGivenUp: boolean
  /** The commit is on its way, and whether it arrives is the database's to say; or it has arrived. */
  mayBeSaved: boolean
}

/** Who calls: it stands in every audit entry. */
interface Caller {
  id: string
  name: string
  ip: string
  userAgent: string
  requestId: string
  idempotencyKey?: IdempotencyKey
  /** Absent where nobody waits for an answer. */
  attempt?: Attempt
}

export type StaffActor = Caller & { kind: 'staff'; userName: string; role: StaffRole; sessionId: string }
export type OrganizationActor = Caller & { kind: 'organization'; organizationId: string; roles: string[] }
/** `keyHash` is the key it was let in by: what it writes is kept only while that key is still good. */
export type DeviceActor = Caller & { kind: 'device'; keyHash: string }
export type PublicActor = Caller & { kind: 'public' }
export type SystemActor = Caller & { kind: 'system' }
export type Actor = StaffActor | OrganizationActor | DeviceActor | PublicActor | SystemActor

export const systemActor = (name: string): SystemActor => ({
  kind: 'system',
  id: '',
  name,
  ip: '',
  userAgent: '',
  requestId: '',
})
