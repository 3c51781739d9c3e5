import { eq, isNull, sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { job } from '../kit/jobs/jobs.ts'
import { matchWordsOf } from './queries.ts'
import { organizations } from './table.ts'

const AT_ONCE = 500

/** Folds the names of organizations that came by another way than a write of ours, as those from before the column. */
export async function foldMissingNames({ db }: Pick<Reads, 'db'>): Promise<void> {
  const { id, name, shortName, city } = organizations
  for (;;) {
    const rows = await db
      .select({ id, name, shortName, city })
      .from(organizations)
      .where(isNull(organizations.matchWords))
      .limit(AT_ONCE)
    if (rows.length === 0) return
    const folded = JSON.stringify(rows.map((row) => ({ id: row.id, words: matchWordsOf(row) })))
    await db
      .update(organizations)
      .set({ matchWords: sql`array(select jsonb_array_elements_text(folded.words))` })
      .from(sql`jsonb_to_recordset(${folded}::jsonb) as folded (id uuid, words jsonb)`)
      .where(sql`${eq(id, sql`folded.id`)} and ${organizations.matchWords} is null`)
  }
}

export const matchWordsJob = job({
  name: 'match-words',
  every: 'minute',
  work: (house: House) => foldMissingNames(house),
})
