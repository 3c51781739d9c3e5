import { asc, desc, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

export const USUAL_LIMIT = 10

export interface Paging {
  page: number
  limit: number
  offset: number
}

export function pagingOf(query: { page?: number | undefined; limit?: number | undefined }): Paging {
  const { page = 1, limit = USUAL_LIMIT } = query
  return { page, limit, offset: (page - 1) * limit }
}

/**
 * The order of a list: the columns of the field and then the id, all in one direction, so that it has no ties and one
 * index serves it both ways.
 */
export function orderOf<F extends string>(fields: Record<F, PgColumn[]>, id: PgColumn, sort: F | `-${F}`): SQL[] {
  const isDescending = sort.startsWith('-')
  // The type of `sort` leaves nothing else.
  const field = (isDescending ? sort.slice(1) : sort) as F
  return [...fields[field], id].map((column) => (isDescending ? desc(column) : asc(column)))
}
