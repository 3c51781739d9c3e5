import type { Assignee, ResponseEntry } from '@hikmah/contract/communication/schemas'
import { fullName } from '@hikmah/contract/names'
import { roleLabels } from '@hikmah/contract/permissions'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { mailTable } from '../kit/mail/post.ts'
import { responseEntries } from './table.ts'

/** Whose entry it is. */
export type Owner = { demoRequestId: string } | { inquiryId: string }

type EntryRow = typeof responseEntries.$inferSelect
type NewEntry = Pick<EntryRow, 'status' | 'assignee' | 'note' | 'reviewedBy' | 'fromWebsite' | 'mailId'>

/** The time is always the server's. */
export const appendEntry = (tx: Tx, owner: Owner, entry: NewEntry) =>
  tx.insert(responseEntries).values({ id: newId(), ...owner, ...entry, createdAt: tx.at })

/** The timeline of each row of a query that joins another table, oldest first. `owner` is the column of the entries. */
export const timelineOf = (owner: PgColumn, id: PgColumn) =>
  sql<ResponseEntry[]>`(select coalesce(json_agg(json_build_object('status', ${responseEntries.status},
      'assignee', ${responseEntries.assignee}, 'note', ${responseEntries.note}, 'createdAt', ${responseEntries.createdAt},
      'reviewedBy', ${responseEntries.reviewedBy}, 'fromWebsite', ${responseEntries.fromWebsite},
      'mailStatus', ${mailTable.status}) order by ${responseEntries.createdAt}, ${responseEntries.id}), '[]')
    from ${responseEntries} left join ${mailTable} on ${mailTable.id} = ${responseEntries.mailId} where ${owner} = ${id})`

/** Out of JSON its moments come in another form. */
export const presentTimeline = (kept: ResponseEntry[]): ResponseEntry[] =>
  kept.map((entry) => ({ ...entry, createdAt: new Date(entry.createdAt).toISOString() }))

/** The member of staff that a row is joined with, as they are now. */
export const personColumns = {
  id: staff.id,
  firstName: staff.firstName,
  lastName: staff.lastName,
  image: staff.image,
  role: staff.role,
}
type Person = Pick<typeof staff.$inferSelect, keyof typeof personColumns>

/** Nobody, DC Admin or a member of staff. */
export function presentAssignee({ assignee, person }: { assignee: string; person: Person | null }): Assignee[] {
  if (person) return [{ _id: person.id, name: fullName(person), imageUrl: person.image, role: roleLabels[person.role] }]
  return assignee === '' ? [] : [{ name: assignee, imageUrl: '', role: '' }]
}
