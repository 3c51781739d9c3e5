import { sql } from 'drizzle-orm'
import type { House } from '../house.ts'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { job } from '../kit/jobs/jobs.ts'

const NEIGHBOURS = 200
/** So many neighbours lie on 6 pages where all are in place, and on 200 where none is. */
const MAX_PAGES = 60
/** A write of one of these waits until they are moved. */
const AT_ONCE = 500

/**
 * Moves the rows of `organization_search` near their neighbours by name where too many lie elsewhere. It waits for nobody,
 * as it leaves out the rows that others hold: so no two can wait for each other.
 */
export async function keepOrder(db: Db): Promise<void> {
  if ((await pagesOfNeighbours(db)) <= MAX_PAGES) return
  let last: Place | undefined
  do last = await moveAfter(db, last)
  while (last)
  await db.execute(sql`select renew_organization_search_pages()`)
}

/** On how many pages neighbours lie: on average of a hundred places in the order, which PostgreSQL's statistics know. */
async function pagesOfNeighbours(db: Db): Promise<number> {
  const [read] = await rowsOf<{ pages: number }>(
    db,
    sql`select coalesce(avg(pages), 0)::float8 as pages
        from (select unnest(histogram_bounds::text::text[]) as name from pg_stats
              where schemaname = 'public' and tablename = 'organization_search' and attname = 'name') as place,
          lateral (
            select count(distinct (ctid::text::point)[0]) as pages from organization_search where id in (
              select id from organizations where lower(organizations.name) >= place.name
              order by lower(organizations.name), id limit ${NEIGHBOURS})
          ) as neighbours`,
  )
  return read!.pages
}

interface Place {
  name: string
  id: string
}

/** Moves those that follow in the order, and returns the last of them; undefined behind the end. */
async function moveAfter(db: Db, last: Place | undefined) {
  const follows = last ? sql`(lower(name), id) > (${last.name}, ${last.id}::uuid)` : sql`true`
  const [end] = await rowsOf<Place>(
    db,
    sql`with following as materialized (
          select lower(name) as name, id from organizations where ${follows} order by lower(name), id limit ${AT_ONCE}),
        free as materialized (
          select id from organization_search where id in (select id from following) for update skip locked),
        taken as (delete from organization_search where id in (select id from free) returning *),
        moved as (insert into organization_search select * from taken order by name, id)
        select name, id from following order by name desc, id desc limit 1`,
  )
  return end
}

export const keepOrderJob = job({ name: 'keep-order', every: 'night', work: ({ db }: House) => keepOrder(db) })
