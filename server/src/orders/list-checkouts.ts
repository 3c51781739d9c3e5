import type { PageQuery } from '@hikmah/contract/common'
import { desc, isNull } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { pagingOf } from '../kit/list/paging.ts'
import { withSuggestions } from '../payments/queries.ts'
import { keptCheckouts } from './table.ts'

/** Checkouts of nobody we know and without a customer who could be linked. Newest first. */
export async function listGuestCheckouts(db: Db, query: PageQuery) {
  const { page, limit, offset } = pagingOf(query)
  const isGuest = isNull(keptCheckouts.customerId)
  const rows = await db
    .select()
    .from(keptCheckouts)
    .where(isGuest)
    .orderBy(desc(keptCheckouts.createdAt), desc(keptCheckouts.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(keptCheckouts, isGuest)
  const data = (await withSuggestions(db, rows)).map(({ customerId: _, createdAt, payment, paidAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    payment: payment ?? ('none' as const),
    paidAt: paidAt?.toISOString() ?? null,
  }))
  return { data, meta: { total, page, limit, counts: { all: total }, whole: total } }
}
