import { createHash } from 'node:crypto'
import { ProviderError } from './errors.ts'
import type { KeptAnswer } from './records.ts'
import type { Sandbox } from './sandbox.ts'

/** The provider promises no more than a day. */
const KEPT_FOR = 86_400_000

export type Asked = { key: string; fingerprint: string }

export const asked = (key: string, method: string, path: string, form: unknown): Asked => ({
  key,
  fingerprint: createHash('sha256')
    .update(JSON.stringify([method, path, form]))
    .digest('hex'),
})

/** What was answered to the same key before; another request under it is refused. */
export function answered({ store }: Sandbox, { key, fingerprint }: Asked): KeptAnswer | undefined {
  const kept = store.find('kept_answer', key)
  if (!kept || kept.at < Date.now() - KEPT_FOR) return undefined
  if (kept.asked === fingerprint) return kept
  throw new ProviderError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

export function keep({ store }: Sandbox, { key, fingerprint }: Asked, status: number, body: string) {
  store.save({ id: key, object: 'kept_answer', asked: fingerprint, status, body, at: Date.now() })
}

export function forgetOld({ store }: Sandbox) {
  for (const kept of store.all('kept_answer')) if (kept.at < Date.now() - KEPT_FOR) store.remove(kept)
}
