import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { asProviderError, errorBody, invalid, ProviderError } from './errors.ts'
import { list, readShape, text } from './params.ts'
import { type Kept, type KeptAnswer, type Kind, kindOf } from './records.ts'
import { embed, ON_DEMAND, present, type Route, shortened } from './route.ts'
import type { Sandbox } from './sandbox.ts'

const DEEPEST = 4

type Expandable = Record<string, unknown>

/** Puts records where their ids stand, along each dotted path. */
function expand(sandbox: Sandbox, answer: object, paths: string[]): object {
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, 'expand')
    }
  }
  return paths.reduce((sofar, path) => follow(sandbox, sofar, path.split('.'), path) as object, answer)
}

function follow(sandbox: Sandbox, at: unknown, segments: string[], path: string): unknown {
  const [field, ...rest] = segments
  if (field === undefined || at === null || at === undefined) return at
  if (Array.isArray(at)) return at.map((each) => follow(sandbox, each, segments, path))
  if (typeof at !== 'object') throw notExpandable(path)
  const record = at as Expandable
  const value = demanded(sandbox, record, field) ?? record[field]
  if (value === undefined) {
    // Of something that is one of several kinds, a path to another kind ends here.
    if ('type' in record || ON_DEMAND[String(record.object)]?.includes(field)) return at
    throw notExpandable(path)
  }
  const whole = expanded(sandbox, field, value)
  if (rest.length === 0 && whole === value && !isContainer(value)) throw notExpandable(path)
  return { ...record, [field]: follow(sandbox, whole, rest, path) }
}

function expanded(sandbox: Sandbox, field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => expanded(sandbox, field, each))
  if (typeof value !== 'string') return value
  // Coupons and products may carry any id, so their field says what they are.
  const kind: Kind | undefined = field === 'coupon' || field === 'product' ? field : kindOf(value)
  if (!kind) return value
  const record = sandbox.store.recall(kind, value)
  return record ? present(record) : value
}

/** A path may end at null, at what is there in full anyway, and at a list of nothing. */
const isContainer = (value: unknown) => value === null || typeof value === 'object'

const notExpandable = (path: string) =>
  invalid(`This property cannot be expanded (${path}). You may want to try expanding something else.`, 'expand')

function demanded({ store }: Sandbox, { object, id }: Expandable, field: string): unknown {
  if (!ON_DEMAND[String(object)]?.includes(field)) return undefined
  const lists: Record<string, () => Kept[]> = {
    'charge refunds': () => store.all('refund').filter((refund) => refund.charge === id),
    'customer subscriptions': () =>
      store.all('subscription').filter(({ customer, status }) => customer === id && status !== 'canceled'),
    'invoice payments': () => store.all('invoice_payment').filter(({ invoice }) => invoice === id),
  }
  const list = lists[`${object} ${field}`]
  if (list) return shortened(embed(list().reverse().map(present), `/v1/${field}`))
  const record = store.recall(object as Kind, String(id)) as Expandable | undefined
  return record?.[field]
}

/** The provider promises no more than a day. */
const KEPT_FOR = 86_400_000

type Asked = { key: string; fingerprint: string }

const asked = (key: string, method: string, path: string, form: unknown): Asked => ({
  key,
  fingerprint: createHash('sha256')
    .update(JSON.stringify([method, path, form]))
    .digest('hex'),
})

/** What was answered to the same key before; another request under it is refused. */
function answered({ store }: Sandbox, { key, fingerprint }: Asked): KeptAnswer | undefined {
  const kept = store.find('kept_answer', key)
  if (!kept || kept.at < Date.now() - KEPT_FOR) return undefined
  if (kept.asked === fingerprint) return kept
  throw new ProviderError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function keep({ store }: Sandbox, { key, fingerprint }: Asked, status: number, body: string) {
  store.save({ id: key, object: 'kept_answer', asked: fingerprint, status, body, at: Date.now() })
}

export function forgetOld({ store }: Sandbox) {
  for (const kept of store.all('kept_answer')) if (kept.at < Date.now() - KEPT_FOR) store.remove(kept)
}

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
