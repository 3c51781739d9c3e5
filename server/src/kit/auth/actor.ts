import type { StaffRole } from '@hikmah/contract/permissions'
import type { Attempt } from '../health/watch.ts'

/** The `Idempotency-Key` of a request. `change` keeps it, and the answer, in the transaction of the work. */
export interface IdempotencyKey {
  id: string
  bodyHash: string
  /** The whole answer, made of what the work resolved with. */
  answerOf(result: unknown): string
  /** Set once the work is committed. */
  answer: string | undefined
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
