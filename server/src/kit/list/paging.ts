import type { PageQuery } from '@hikmah/contract/common'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

export const DEFAULT_LIMIT = 10

/** Whether a list is asked for by pages. Without any parameter it is answered whole. */
export const isPaged = (query: object) => Object.values(query).some((value) => value !== undefined)

export interface Paging {
  page: number
  limit: number
  offset: number
}

export function pagingOf(query: PageQuery): Paging {
  const { page = 1, limit = DEFAULT_LIMIT } = query
  return { page, limit, offset: (page - 1) * limit }
}

/** What a list is sorted by, and which way. */
export type Order = { by: SQLWrapper; way: SQL }[]

export const ascending = sql`asc`
export const descending = sql`desc`

/** The terms of an `order by`. */
export const termsOf = (order: Order): SQL[] => order.map(({ by, way }) => sql`${by} ${way}`)

/**
 * The order of a list: the columns of the field and then the id, all in one direction, so that it has no ties and one
 * index serves it both ways.
 */
export function orderOf<F extends string>(fields: Record<F, SQLWrapper[]>, id: PgColumn, sort: F | `-${F}`): Order {
  const isDescending = sort.startsWith('-')
  // The type of `sort` leaves nothing else.
  const field = (isDescending ? sort.slice(1) : sort) as F
  return [...fields[field], id].map((by) => ({ by, way: isDescending ? descending : ascending }))
}
