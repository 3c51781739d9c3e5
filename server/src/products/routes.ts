import { type ProductCards, products } from '@hikmah/contract/products'
import { sql } from 'drizzle-orm'
import { applications } from '../applications/table.ts'
import type { House } from '../house.ts'
import { integrations } from '../integrations/table.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { percentageOf } from '../kit/figures/money.ts'
import type { Serve } from '../kit/http/serve.ts'
import { secondsAfter } from '../kit/process/clock.ts'

export function productRoutes(serve: Serve, { db, clock }: House) {
  serve(products.readProductCards, () => readProductCards(db, clock.now()))
}

const MONTH_S = 30 * 86_400

/**
 * Each card counts the rows of a list. `previous` is how many were in it 30 days ago: of those that are still there, and
 * of those that were archived or deleted since and are kept. What was deleted without a trace was never used.
 */
async function readProductCards(db: Db, now: Date): Promise<ProductCards> {
  const then = sql`${secondsAfter(now, -MONTH_S).toISOString()}::timestamptz`
  const rows = await rowsOf<{ kind: string; status: string; n: number; made: number; so: number }>(
    db,
    sql`select kind, status, count(*) filter (where gone_at is null)::integer as n,
        count(*) filter (where created_at <= ${then})::integer as made,
        count(*) filter (where status_since <= ${then})::integer as so
      from (
        select 'application' as kind, status, created_at, status_since, archived_at as gone_at from ${applications}
        union all
        select 'integration', status, created_at, status_since, deleted_at from ${integrations}
      ) as products where gone_at is null or gone_at > ${then} group by 1, 2`,
  )
  const card = (kind: string, status?: string) => {
    const counted = rows.filter((row) => row.kind === kind && (!status || row.status === status))
    const sumOf = (of: 'n' | 'made' | 'so') => counted.reduce((sum, row) => sum + row[of], 0)
    const [data, previous] = [sumOf('n'), sumOf(status ? 'so' : 'made')]
    return { data, previous, percentage: percentageOf(data, previous) }
  }
  return {
    card1: card('application'),
    card2: card('application', 'Available'),
    card3: card('application', 'New'),
    card4: card('integration'),
    card5: card('integration', 'Available'),
  }
}
