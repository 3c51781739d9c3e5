import type { ValueAt } from '@hikmah/contract/words'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { timestamp } from 'drizzle-orm/pg-core'

/** A moment to the millisecond, as the wire has it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A person's name as `fullName` of the contract says it. */
export const fullNameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string>`trim(${firstName} || ' ' || ${lastName})`

/** A name or a place as it is sorted: "an-Nur" stands between "Al Huda" and "Bilal", not after "Zakaria". */
export const inAnyCase = (column: SQLWrapper): SQL => sql`lower(${column})`

/** What people are sorted by. */
export const byFullName = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  [firstName, lastName].map(inAnyCase)

/** What was sent and is not so already. */
export function differing<Row extends object>(
  before: Row,
  sent: { [Column in keyof Row]?: Row[Column] | undefined },
): Partial<Row> {
  const columns = Object.entries(sent).filter(
    // The names are those of columns, Object.entries only forgets it.
    ([column, value]) => value !== undefined && value !== before[column as keyof Row],
  )
  return Object.fromEntries(columns) as Partial<Row>
}

/** The columns of a row that can hold what an edit sends for a field; none where the edit does not know the field. */
export type ColumnFor<Row, Edit, Field, Sent = ValueAt<Edit, Field>> = [Sent] extends [never]
  ? never
  : { [Column in keyof Row]: [Sent] extends [Row[Column]] ? Column : never }[keyof Row]
