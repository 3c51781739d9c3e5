import { invalid } from './errors.ts'
import { kindOf } from './ids.ts'
import { embed, ON_DEMAND, present, shortened } from './present.ts'
import type { Kept, Kind } from './records.ts'
import type { Sandbox } from './sandbox.ts'

const DEEPEST = 4

type Answer = Record<string, unknown>

/** Puts records where their ids stand, along each dotted path. */
export function expand(sandbox: Sandbox, answer: object, paths: string[]): object {
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
  const record = at as Answer
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

function demanded({ store }: Sandbox, { object, id }: Answer, field: string): unknown {
  if (!ON_DEMAND[String(object)]?.includes(field)) return undefined
  const lists: Record<string, () => Kept[]> = {
    'charge refunds': () => store.all('refund').filter((refund) => refund.charge === id),
    'customer subscriptions': () =>
      store.all('subscription').filter(({ customer, status }) => customer === id && status !== 'canceled'),
    'invoice payments': () => store.all('invoice_payment').filter(({ invoice }) => invoice === id),
  }
  const list = lists[`${object} ${field}`]
  if (list) return shortened(embed(list().reverse().map(present), `/v1/${field}`))
  const record = store.recall(object as Kind, String(id)) as Answer | undefined
  return record?.[field]
}
