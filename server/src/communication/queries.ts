import type { Assignee, ResponseEntry } from '@hikmah/contract/communication/schemas'
import { roleLabels } from '@hikmah/contract/permissions'
import { asc, eq, getTableColumns } from 'drizzle-orm'
import { staff } from '../accounts/table.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { mailTable } from '../kit/mail/post.ts'
import { responseEntries } from './table.ts'

/** Whose entry it is. */
export type Owner = { demoRequestId: string } | { inquiryId: string }

type EntryRow = typeof responseEntries.$inferSelect
type NewEntry = Pick<EntryRow, 'status' | 'assignee' | 'note' | 'reviewedBy' | 'fromWebsite' | 'mailId'>

/** The time is the server's, whoever writes. */
export const appendEntry = (tx: Tx, owner: Owner, entry: NewEntry) =>
  tx.insert(responseEntries).values({ id: newId(), ...owner, ...entry, createdAt: tx.at })

/** Oldest first. */
export async function readTimeline(db: Db, owner: Owner): Promise<ResponseEntry[]> {
  const isOwn =
    'inquiryId' in owner
      ? eq(responseEntries.inquiryId, owner.inquiryId)
      : eq(responseEntries.demoRequestId, owner.demoRequestId)
  const rows = await db
    .select({ ...getTableColumns(responseEntries), mailStatus: mailTable.status })
    .from(responseEntries)
    .leftJoin(mailTable, eq(mailTable.id, responseEntries.mailId))
    .where(isOwn)
    .orderBy(asc(responseEntries.createdAt), asc(responseEntries.id))
  return rows.map(({ status, assignee, note, createdAt, reviewedBy, fromWebsite, mailStatus }) => ({
    status,
    assignee,
    note,
    createdAt: createdAt.toISOString(),
    reviewedBy,
    fromWebsite,
    mailStatus,
  }))
}

/** The member of staff that a row is joined with, as they are now. */
export const personColumns = {
  firstName: staff.firstName,
  lastName: staff.lastName,
  image: staff.image,
  role: staff.role,
}
type Person = Pick<typeof staff.$inferSelect, keyof typeof personColumns>

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

/** Nobody, DC Admin or a member of staff. */
export function presentAssignee({ assignee, person }: { assignee: string; person: Person | null }): Assignee[] {
  if (person) return [{ name: fullName(person), imageUrl: person.image, role: roleLabels[person.role] }]
  return assignee === '' ? [] : [{ name: assignee, imageUrl: '', role: '' }]
}
