import type { House } from '../house.ts'
import { newId } from '../kit/db/ids.ts'
import { stripeDrift } from './table.ts'

export type Counted = { compared: number; differed: number }

/** What a feature keeps of the provider beside the mirror: compared with it, written down where it differs, and repaired. */
export type Comparer = (house: House, counted: Counted) => Promise<void>

/** Writes down each field in which ours was not the provider's. Returns whether there was one. */
export async function noteDrift(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  object: string,
  objectId: string,
  local: Record<string, string> | undefined,
  remote: Record<string, string>,
): Promise<boolean> {
  const differing = Object.keys(remote).filter((field) => remote[field] !== local?.[field])
  if (differing.length === 0) return false
  const fields = local
    ? differing.map((field) => ({ field, local: local[field] ?? '', remote: remote[field]! }))
    : [{ field: '', local: 'not there', remote: 'there' }]
  const foundAt = clock.now()
  await db.insert(stripeDrift).values(fields.map((row) => ({ ...row, id: newId(), foundAt, object, objectId })))
  return true
}
