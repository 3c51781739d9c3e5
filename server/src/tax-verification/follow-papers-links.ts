import { sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'

/** The reviews of one statement: few enough to hold the locks of their counts only briefly. */
const AT_ONCE = 500

/**
 * Reviews whose link has ended wait for a decision again. A job does it, since lists, counts and figures of waiting
 * reviews follow a stored column: counts that triggers keep cannot follow the time.
 */
export async function endPaperWaits({ db, clock }: Reads, atOnce = AT_ONCE): Promise<void> {
  const now = clock.now().toISOString()
  for (;;) {
    const ended = await rowsOf(
      db,
      sql`with ended as (
          select id from organizations where papers_due_at <= ${now}::timestamptz
          order by papers_due_at limit ${atOnce} for no key update skip locked
        )
        update organizations o set papers_due_at = null from ended where o.id = ended.id returning o.id`,
    )
    if (ended.length < atOnce) return
  }
}

export const papersLinksJob = job({
  name: 'follow-papers-links',
  every: 'minute',
  work: (house: House) => endPaperWaits(house),
})
