import type { ValueAt } from '@hikmah/contract/words'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** To the millisecond, as on the wire. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const fullNameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string>`trim(${firstName} || ' ' || ${lastName})`

/** For sorting as people read: "an-Nur" and "Ámina" between "Al Huda" and "Bilal", "Hall 2" before "Hall 10". */
export const inNameOrder = (column: SQLWrapper): SQL => sql`${column} collate names`

export const byFullName = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  [firstName, lastName].map(inNameOrder)

export function pickChanged<Row extends object>(
  before: Row,
  sent: { [Column in keyof Row]?: Row[Column] | undefined },
): Partial<Row> {
  const columns = Object.entries(sent).filter(
    // Object.entries forgets that the names are columns.
    ([column, value]) => value !== undefined && value !== before[column as keyof Row],
  )
  return Object.fromEntries(columns) as Partial<Row>
}

/** The columns that can hold what an edit sends for a field; none if the edit does not have the field. */
export type ColumnFor<Row, Edit, Field, Sent = ValueAt<Edit, Field>> = [Sent] extends [never]
  ? never
  : { [Column in keyof Row]: [Sent] extends [Row[Column]] ? Column : never }[keyof Row]
