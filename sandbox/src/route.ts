import { invalid, missing } from './errors.ts'
import { integer, type Shape, type Taken, text } from './params.ts'
import { present } from './present.ts'
import type { Kept, Kind, Records } from './records.ts'
import type { Sandbox } from './sandbox.ts'

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

/** Newest first; `keeps` says which are meant. */
export const listing = <K extends Kind, S extends Shape>(
  kind: K,
  url: string,
  takes: S,
  keeps: (params: Taken<S>, sandbox: Sandbox) => (record: Records[K]) => boolean = () => () => true,
) =>
  route('GET', url, { ...PAGING, ...takes }, (sandbox, params) =>
    page(
      sandbox.store
        .all(kind)
        .filter(keeps(params as Taken<S>, sandbox))
        .reverse(),
      params as Paging,
      url,
    ),
  )

/** A list that belongs to what the path names. */
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
