import type { Db } from './db.ts'

/**
 * Keeps queries that were built once, for each database and key. Prepare them without a name: then the server plans
 * for the values of every call, because a plan for any page would be one for a page far down.
 */
export function keptQueries<Query>() {
  const known = new WeakMap<Db, Map<string, Query>>()
  return (db: Db, key: string, build: () => Query): Query => {
    const queries = known.get(db) ?? new Map<string, Query>()
    known.set(db, queries)
    const query = queries.get(key) ?? build()
    queries.set(key, query)
    return query
  }
}
