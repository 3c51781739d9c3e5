import { Id } from '@hikmah/contract/common'
import { PAGE_SIZES } from '@hikmah/contract/words'
import { redirect, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** The search parameters of every list. */
export interface ListSearch {
  q?: string
  status?: string
  sort?: string
  page?: number
  limit?: number
}

export const OneRow = z.object({ id: Id })

/** A path of this console, such as `/orgorders/…?tab=1`; never another website's. */
export const OwnPath = z.string().regex(/^\/(?![/\\])[^\s\\]{0,300}$/)

/** What somebody typed stays, to be told why nothing is found by it. */
const keptText = (name: string, value: unknown) =>
  (name === 'q' || name === 'actor') && typeof value === 'string' ? value : undefined

/** The router makes a boolean of `true` in an address, which the query of a list takes as text. */
const readParameter = (field: z.ZodType, value: unknown) =>
  z.safeParse(field, typeof value === 'boolean' ? String(value) : value).data

/** Reads search parameters by the query of a list. It drops other invalid values, so that an old link still opens the page. */
export const searchOf =
  <const S extends z.ZodObject>(query: S) =>
  (raw: Record<string, unknown>): Partial<z.output<S>> => {
    const present = Object.entries(query.shape).filter(([name]) => raw[name] !== undefined)
    // Undefined, not left out: the router would fall back to the invalid value.
    const read = present.map(([name, field]) => [name, readParameter(field, raw[name]) ?? keptText(name, raw[name])])
    return Object.fromEntries(read) as Partial<z.output<S>>
  }

const ROWS = 'rowsPerPage'

export function rowsPerPage(): number {
  const remembered = Number(localStorage.getItem(ROWS))
  return PAGE_SIZES.find((size) => size === remembered) ?? PAGE_SIZES[0]
}

export const rememberRowsPerPage = (rows: number) => localStorage.setItem(ROWS, String(rows))

/** The query to send: always one page, with the remembered size unless `search` has one. */
export const pageOf = <S extends ListSearch>(search: S): S & { page: number; limit: number } => ({
  ...search,
  page: search.page ?? 1,
  limit: search.limit ?? rowsPerPage(),
})

type Change = Partial<ListSearch> & Record<string, unknown>

/** The search parameters after a change. Any change other than the page goes back to the first page. */
export const changed =
  (change: Change) =>
  <S extends object>(search: S) =>
    // The kit does not know the parameters of each list; `searchOf` drops those that do not belong.
    ({ ...search, page: undefined, cursor: undefined, ...change }) as S

/** Parameters that do not narrow a list. */
const notNarrowing = new Set(['page', 'limit', 'sort', 'tab', 'view', 'id'])

export function useListSearch() {
  const search: ListSearch & { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (to: Change, replace = false) =>
    navigate({ to: '.', search: changed(to), replace, resetScroll: false })
  const narrowing = Object.entries(search).filter(([name, value]) => !notNarrowing.has(name) && value !== undefined)
  const clear = () => change(Object.fromEntries(narrowing.map(([name]) => [name, undefined])))
  return { search, change, clear, isNarrowed: narrowing.length > 0 }
}

/** For paths such as `/thing-{$id}`, which the router also matches without an id: that opens the dashboard. */
export const idParams = <const Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>): Record<Name, string> => {
    if (names.some((name) => !params[name])) throw redirect({ href: '/', replace: true })
    return params
  },
})
