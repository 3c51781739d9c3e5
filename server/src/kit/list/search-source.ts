import type { Permission } from '@hikmah/contract/permissions'
import type { FoundKind } from '@hikmah/contract/search'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

/** How the search over everything finds the things of a feature. */
export interface SearchSource {
  type: FoundKind
  /** Without it a person finds none of them. */
  permission: Permission
  from: PgTable
  id: PgColumn
  /** By which the newest come first; an index has it. */
  createdAt: PgColumn
  /** Which rows are there at all. */
  where?: SQL
  title: SQLWrapper
  detail: SQL
  organizationId?: PgColumn
  /** Text in the form `matches` expects, with a trigram index. */
  search: SQLWrapper
  /** An array of what names a thing whole: lower case, numbers bare. It has an index. */
  names: SQL
  /** What only some may find it by: text with a space around each word, with a trigram index. */
  secret?: { permission: Permission; search: SQL }
}

/**
 * What is known of them, with commas between. Each part is isolated (Unicode UAX #9): beside an Arabic name the halves of a
 * number would change places.
 */
export const detailOf = (...parts: SQLWrapper[]): SQL =>
  sql`concat_ws(', ', ${sql.join(
    parts.map((part) => sql`'\u2068' || nullif(${part}, '') || '\u2069'`),
    sql`, `,
  )})`
