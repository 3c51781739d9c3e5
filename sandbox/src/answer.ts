import type { FastifyRequest } from 'fastify'
import { asProviderError, errorBody, ProviderError } from './errors.ts'
import { expand } from './expand.ts'
import { answered, asked, keep } from './idempotency.ts'
import { list, readShape, text } from './params.ts'
import { present } from './present.ts'
import type { Route } from './route.ts'
import type { Sandbox } from './sandbox.ts'

type Answer = { status: number; body: string; key?: string; replayed?: boolean }

/** Reads the parameters, does what is asked and writes it down, in one transaction with the kept answer. */
export function answer(sandbox: Sandbox, route: Route, request: FastifyRequest, id: string): Answer {
  const form = { ...(request.query as object), ...((request.body ?? {}) as object) }
  const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined
  const question = key === undefined ? undefined : asked(String(key), route.method, request.url, form)
  const before = question && answered(sandbox, question)
  if (before) return { status: before.status, body: before.body, key: question.key, replayed: true }
  const { expand: paths, ...params } = readShape({ ...route.takes, expand: list(text) }, form)
  const ids = Object.values(request.params as Record<string, string>)

  const respond = () => {
    const result = route.run(sandbox, params, ...ids) as { object: string }
    const body = JSON.stringify(expand(sandbox, present(result), paths ?? []), null, 2)
    if (question) keep(sandbox, question, 200, body)
    return body
  }
  sandbox.request = { id, idempotency_key: question?.key ?? null }
  try {
    return { status: 200, body: sandbox.store.transaction(respond, keepsWrites), key: question?.key }
  } catch (error) {
    const failure = asProviderError(error)
    const body = JSON.stringify({ error: errorBody(failure) })
    // What had begun is answered the same way again, also when it failed; what was refused before it began may be mended.
    if (question && (failure.status === 402 || failure.status >= 500))
      sandbox.store.transaction(() => keep(sandbox, question, failure.status, body))
    return { status: failure.status, body, key: question?.key }
  } finally {
    sandbox.request = null
  }
}

const keepsWrites = (error: unknown) => error instanceof ProviderError && error.keepsWrites
