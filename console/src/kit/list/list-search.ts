import { Id } from '@hikmah/contract/common'
import { PAGE_SIZES } from '@hikmah/contract/words'
import { redirect, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** What the address of every list may carry. */
export interface ListSearch {
  q?: string
  status?: string
  sort?: string
  page?: number
  limit?: number
}

/** Which row a page is about, so that a reload and a pasted link work. */
export const OneRow = z.object({ id: Id })

/** A path of this console, such as `/orgorders/…?tab=1`; never another website's. */
export const OwnPath = z.string().regex(/^\/(?![/\\])[^\s\\]{0,300}$/)

/**
 * Reads an address by the query of a list. Invalid values are dropped, so that an old or mangled link still opens the
 * page.
 */
export const searchOf =
  <const S extends z.ZodObject>(query: S) =>
  (raw: Record<string, unknown>): Partial<z.output<S>> => {
    const given = Object.entries(query.shape).filter(([name]) => raw[name] !== undefined)
    // Invalid values are set to undefined, not left out: the router would fall back to the address.
    const read = given.map(([name, field]) => [name, z.safeParse(field, raw[name]).data])
    return Object.fromEntries(read) as Partial<z.output<S>>
  }

const ROWS = 'rowsPerPage'

export function rowsPerPage(): number {
  const kept = Number(localStorage.getItem(ROWS))
  return PAGE_SIZES.find((size) => size === kept) ?? PAGE_SIZES[0]
}

export const rememberRowsPerPage = (rows: number) => localStorage.setItem(ROWS, String(rows))

/** The query to send for an address: always one page, with the remembered size unless it names one. */
export const pageOf = <S extends ListSearch>(search: S): S & { page: number; limit: number } => ({
  ...search,
  page: search.page ?? 1,
  limit: search.limit ?? rowsPerPage(),
})

type Change = Partial<ListSearch> & Record<string, unknown>

/** The address as it would be after a change. Any change other than the page goes back to the first page. */
export const changed =
  (change: Change) =>
  <S extends object>(search: S) =>
    // The kit serves every list and cannot know whose address this is. What does not belong there is dropped by
    // `searchOf`.
    ({ ...search, page: undefined, ...change }) as S

/** What of an address does not narrow a list. */
const about = new Set(['page', 'limit', 'sort', 'tab', 'id'])

/** The list's part of the address, and how to change it. */
export function useListSearch() {
  const search: ListSearch & { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (to: Change, replace = false) =>
    navigate({ to: '.', search: changed(to), replace, resetScroll: false })
  const narrowing = Object.entries(search).filter(([name, value]) => !about.has(name) && value !== undefined)
  const clear = () => change(Object.fromEntries(narrowing.map(([name]) => [name, undefined])))
  return { search, change, clear, isNarrowed: narrowing.length > 0 }
}

/**
 * For addresses such as `/thing-{$id}`, which the router also matches with nothing after the hyphen: that is as unknown as
 * any other address, and opens the dashboard.
 */
export const idParams = <const Name extends string>(...names: Name[]) => ({
  parse: (params: Record<Name, string>): Record<Name, string> => {
    if (names.some((name) => !params[name])) throw redirect({ href: '/', replace: true })
    return params
  },
})
