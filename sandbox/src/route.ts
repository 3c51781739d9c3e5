import { invalid, missing } from './errors.ts'
import { integer, type Shape, type Taken, text, within } from './params.ts'
import type { Kept, Kind, Records } from './records.ts'
import type { Sandbox } from './sandbox.ts'

/** How many of an embedded list are sent; the rest is had from the list's own address. */
const EMBEDDED = 10

/** What is sent only to those who expand it. */
export const ON_DEMAND: Record<string, string[]> = {
  charge: ['refunds'],
  'checkout.session': ['line_items'],
  coupon: ['applies_to', 'currency_options'],
  customer: ['subscriptions'],
  invoice: ['payments'],
  price: ['tiers'],
}

export function present(record: { object: string }): object {
  const hidden = ON_DEMAND[record.object]
  const shown = hidden ? Object.entries(record).filter(([key]) => !hidden.includes(key)) : Object.entries(record)
  return Object.fromEntries(shown.map(([key, value]) => [key, isList(value) ? shortened(value) : value]))
}

type EmbeddedList = { object: 'list'; data: unknown[]; has_more: boolean; url: string }

export const shortened = (list: EmbeddedList): EmbeddedList => ({
  ...list,
  data: list.data.slice(0, EMBEDDED),
  has_more: list.data.length > EMBEDDED,
})

const isList = (value: unknown): value is EmbeddedList =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'list'

export const embed = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url })

/** The version whose shapes are answered; the SDK's own types hold the tests to it. */
export const API_VERSION = '2026-10-28.endive'

/** What stands at a path. `run` is given the ids of the path in their order. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  takes: Shape
  run: (sandbox: Sandbox, params: Record<string, unknown>, ...ids: string[]) => object
}

export const route = <S extends Shape>(
  method: Route['method'],
  path: string,
  takes: S,
  run: (sandbox: Sandbox, params: Taken<S>, ...ids: string[]) => Kept | object,
): Route => ({ method, path, takes, run: run as Route['run'] })

export const retrieve = (kind: Kind, url: string) =>
  route('GET', `${url}/:id`, {}, (sandbox, _, id = '') => find(sandbox, kind, id))

type Matches<K extends Kind, S extends Shape> = {
  [P in keyof S]?: (record: Records[K], wanted: NonNullable<Taken<S>[P & keyof Taken<S>]>) => boolean
}

/** Newest first. A filter equals a field of the record or is a range around it, unless `matches` decides. */
export const listing = <K extends Kind, S extends Shape>(
  kind: K,
  url: string,
  takes: S,
  matches: Matches<K, S> = {},
  isListed: (record: Records[K], filters: Taken<S>) => boolean = () => true,
) =>
  route('GET', url, { ...PAGING, ...takes }, (sandbox, params) => {
    const filters = params as Taken<S> & Record<string, unknown>
    const isMeant = (record: Records[K]) =>
      Object.keys(takes).every((name) => {
        const wanted = filters[name]
        if (wanted == null) return true
        const matcher = matches[name] as ((record: Records[K], wanted: unknown) => boolean) | undefined
        return matcher ? matcher(record, wanted) : hasField(record, name, wanted)
      })
    const records = sandbox.store.all(kind).filter((record) => isMeant(record) && isListed(record, filters))
    return page(records.reverse(), params as Paging, url)
  })

function hasField(record: Kept, name: string, wanted: unknown) {
  const value = (record as unknown as Record<string, unknown>)[name]
  return typeof wanted === 'number' || typeof wanted === 'object'
    ? typeof value === 'number' && within(wanted as Parameters<typeof within>[0], value)
    : value === wanted
}

export const sublist = <S extends Shape>(
  path: string,
  takes: S,
  items: (sandbox: Sandbox, params: Taken<S>, id: string) => Listed[],
) =>
  route('GET', path, { ...PAGING, ...takes }, (sandbox, params, id = '') =>
    page(items(sandbox, params as Taken<S>, id), params as Paging, path.replace(':id', id)),
  )

const PAGING = { limit: integer, starting_after: text, ending_before: text }
type Paging = Taken<typeof PAGING>

type Listed = { id: string; object: string }

function page(records: Listed[], { limit, starting_after, ending_before }: Paging, url: string) {
  const size = limit ?? 10
  if (size < 1 || size > 100)
    throw invalid('This value must be between 1 and 100.', 'limit', 'parameter_invalid_integer')
  const indexOf = (id: string, param: string) => {
    const index = records.findIndex((record) => record.id === id)
    if (index < 0) throw missing(records[0]?.object ?? 'object', id, param)
    return index
  }
  const end = ending_before ? indexOf(ending_before, 'ending_before') : records.length
  const start = starting_after
    ? indexOf(starting_after, 'starting_after') + 1
    : ending_before
      ? Math.max(0, end - size)
      : 0
  return {
    object: 'list',
    data: records.slice(start, Math.min(end, start + size)).map(present),
    has_more: ending_before ? start > 0 : start + size < end,
    url,
  }
}

/** Refuses what is not there, naming the parameter that asked for it. */
export function find<K extends Kind>({ store }: Sandbox, kind: K, id: string, param?: string): Records[K] {
  const record = store.find(kind, id)
  if (!record) throw missing(kind, id, param)
  return record
}
