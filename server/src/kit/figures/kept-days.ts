import { type SQL, sql } from 'drizzle-orm'

/*
 * Sums are kept of days of UTC. A period is a sum of days, and of the rows themselves on those few days that a time zone
 * or a step divides.
 */

const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`
const listOf = (moments: Date[]) => sql`array[${sql.join(moments.map(at), sql`, `)}]`

/** Which stretch of time a moment lies in: 0 is before the first of these beginnings, which are in order. */
export const stretchOf = (moment: SQL, beginnings: Date[]): SQL => sql`width_bucket(${moment}, ${listOf(beginnings)})`

/** The beginnings of the days of UTC inside of which one of these moments lies; to be read as `day`. */
export const dividedDays = (moments: Date[]): SQL =>
  sql`select distinct date_trunc('day', edge, 'UTC') as day from unnest(${listOf(moments)}) edge
    where edge <> date_trunc('day', edge, 'UTC')`

/** Whether a moment lies on one of the divided days, as `onDividedDay(sql`o.created_at`)` after `divided join orders o on`. */
export const onDividedDay = (moment: SQL): SQL =>
  sql`${moment} >= divided.day and ${moment} < divided.day + interval '24 hours'`

/** The date that a moment has in UTC. */
export const dateOf = (moment: Date): SQL => sql`(${at(moment)} at time zone 'UTC')::date`

/** The moment at which a date begins in UTC. */
export const beginningOf = (date: SQL): SQL => sql`(${date}::timestamp at time zone 'UTC')`

interface Compared {
  from: Date
  to: Date
  previousFrom: Date
  previousTo: Date
}

export const isWithin = (moment: SQL, from: Date, to: Date): SQL =>
  sql`(${moment} >= ${at(from)} and ${moment} < ${at(to)})`

/** In the period or in the one before. */
export const isCompared = (moment: SQL, { from, to, previousFrom, previousTo }: Compared): SQL =>
  sql`(${isWithin(moment, previousFrom, previousTo)} or ${isWithin(moment, from, to)})`
