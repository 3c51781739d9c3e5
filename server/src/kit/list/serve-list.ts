import type { AuditEntity } from '@hikmah/contract/audit'
import type { AnyEndpoint } from '@hikmah/contract/endpoint'
import { record } from '../audit/audit.ts'
import type { Actor } from '../auth/actor.ts'
import type { Answer, Call, HandlerResult, Serve } from '../http/serve.ts'
import type { Change } from '../write/tx.ts'
import { isPaged } from './rows.ts'

interface Answers<E> {
  /** What the audit trail calls a row. */
  entity: AuditEntity
  /** And all of them. */
  entityName: string
  page: (call: Call<E>) => Promise<HandlerResult<E>>
  /** Every row. */
  whole: (call: Call<E>) => Answer<E> | Promise<Answer<E>>
}

/**
 * Serves a list: asked without any parameter it is answered whole, otherwise by pages. The audit trail
 * records everybody who takes a whole list away.
 */
export function serveList<E extends AnyEndpoint>(
  serve: Serve,
  change: Change,
  endpoint: E,
  { entity, entityName, page, whole }: Answers<E>,
): void {
  serve(endpoint, async (call) => {
    if (isPaged(call.query as object)) return page(call)
    const action = `${entity}.list-exported` as const
    // A list has rows of the platform, so nobody without an account may ask for it: the actor is one of ours.
    await change(call.actor as Actor, async (tx) => record(tx, { action, entity, entityId: '', entityName }))
    // Every list has `meta`, which the compiler cannot see of an endpoint it does not know.
    return { data: await whole(call) } as HandlerResult<E>
  })
}
