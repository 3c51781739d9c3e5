import type { StaffRole } from '@hikmah/contract/permissions'

/** The `Idempotency-Key` of a request. `change` stores it with the answer in the transaction of the work. */
export interface IdempotencyKey {
  id: string
  bodyHash: string
  answerOf(result: unknown): string
  answer: string | undefined
}

/** Lets `change` and the watch tell each other how far a write is that a caller waits for. */
export interface Attempt {
  /** The caller was told that nothing was saved, so nothing may be. */
  isGivenUp: boolean
  /** The commit was sent or has arrived; only the database knows. */
  mayBeSaved: boolean
}

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
/** `keyHash` is the key it used: what it writes counts only while that key is valid. */
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
