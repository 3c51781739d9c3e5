import type { Db } from './db.ts'

/**
 * Keeps queries that were built once, for each database and key. Prepare with a name what is planned alike for all
 * values; without one (`''`) the server plans for the values of every call.
 */
export function preparedQueries<Query>() {
  const known = new WeakMap<Db, Map<string, Query>>()
  return (db: Db, key: string, build: () => Query): Query => {
    const queries = known.get(db) ?? new Map<string, Query>()
    known.set(db, queries)
    const query = queries.get(key) ?? build()
    queries.set(key, query)
    return query
  }
}
