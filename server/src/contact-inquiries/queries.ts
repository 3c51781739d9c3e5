import { type InquiriesQuery, type Inquiry, type InquiryRow, InquiryStatus } from '@hikmah/contract/contact-inquiries'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staff } from '../accounts/table.ts'
import { isSameThread } from '../communication/intake.ts'
import {
  type KeptTimeline,
  listTimeline,
  pagesOf,
  personColumns,
  presentAssignee,
  presentTimeline,
  streamOf,
  timelineOf,
} from '../communication/queries.ts'
import { responseEntries } from '../communication/table.ts'
import { inAnyCase } from '../kit/db/columns.ts'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { orderOf } from '../kit/list/paging.ts'
import { type Picked, type PickedMeta, streamRows } from '../kit/list/pick-rows.ts'
import { readPage } from '../kit/list/read-page.ts'
import { detailOf, type SearchSource } from '../kit/list/search-source.ts'
import type { Tx } from '../kit/write/tx.ts'
import { contactInquiries, inquiryNames } from './table.ts'

const { search: _search, ...columns } = getTableColumns(contactInquiries)
const { id, name, inquiryType, status, createdAt, updatedAt, deletedAt } = columns
export type InquiryTableRow = Omit<typeof contactInquiries.$inferSelect, 'search'>

const fields = {
  name: [inAnyCase(name)],
  inquiryType: [inquiryType],
  status: [status, createdAt],
  createdAt: [createdAt],
  updatedAt: [updatedAt],
}

const withAssignee = { ...columns, person: personColumns }
const timeline = timelineOf(responseEntries.inquiryId, id)

const rows =
  (db: Db, entries: SQL<KeptTimeline | null> = sql`null`) =>
  (picked: Picked) =>
    db
      .select({ ...withAssignee, entries, ...picked.meta })
      .from(contactInquiries)
      .innerJoin(picked.from, eq(id, picked.id))
      .leftJoin(staff, eq(staff.id, contactInquiries.assigneeId))
      .orderBy(...picked.order)
type ListRow = Omit<Awaited<ReturnType<ReturnType<typeof rows>>>[number], keyof PickedMeta | 'entries'>

/** `me` is whose list it is, where it asks for what is assigned to them. */
export async function listInquiries(db: Db, query: z.infer<typeof InquiriesQuery>, me: string) {
  const page = await readPage(db, query, {
    ...pagesOf('contact-inquiries', contactInquiries, { ...query, me }, InquiryStatus.options),
    order: orderOf(fields, id, query.sort ?? '-createdAt'),
    rows: rows(db),
  })
  return { data: page.rows.map(presentRow), meta: page.meta }
}

/** Every inquiry, newest first. */
export async function* streamInquiries(db: Db): AsyncGenerator<Inquiry> {
  const all = streamRows({ ...streamOf(contactInquiries), rows: rows(db, timeline) })
  for await (const row of all) yield { ...presentRow(row), ...presentTimeline(row.entries) }
}

export async function readInquiry(db: Db, inquiryId: string): Promise<Inquiry> {
  const [row] = await db
    .select({ ...withAssignee, entries: timeline })
    .from(contactInquiries)
    .leftJoin(staff, eq(staff.id, contactInquiries.assigneeId))
    .where(and(eq(id, inquiryId), isNull(deletedAt)))
  if (!row) throw notFound('inquiry')
  return { ...presentRow(row), ...presentTimeline(row.entries) }
}

export async function listInquiryTimeline(db: Db, inquiryId: string, cursor: string | undefined) {
  const isThere = and(eq(id, inquiryId), isNull(deletedAt))
  if ((await db.$count(contactInquiries, isThere)) === 0) throw notFound('inquiry')
  return listTimeline(db, eq(responseEntries.inquiryId, inquiryId), cursor)
}

/** Holds the row until the transaction ends. A deleted one is found only where `deleted` says so. */
export async function lockInquiry(tx: Tx, inquiryId: string, { deleted = false } = {}): Promise<InquiryTableRow> {
  const [row] = await tx.select(columns).from(contactInquiries).where(eq(id, inquiryId)).for('update')
  if (!row || (row.deletedAt && !deleted)) throw notFound('inquiry')
  return row
}

/** The inquiry that another message of the same sender joins. */
export async function lockThread(tx: Tx, email: string, spam: boolean): Promise<InquiryTableRow | undefined> {
  const [row] = await tx
    .select(columns)
    .from(contactInquiries)
    .where(isSameThread(contactInquiries, responseEntries.inquiryId, tx, email, spam))
    .orderBy(desc(createdAt))
    .limit(1)
    .for('update')
  return row
}

export const saveInquiry = (tx: Tx, inquiryId: string, changed: Partial<InquiryTableRow>) =>
  tx
    .update(contactInquiries)
    .set({ ...changed, version: sql`${contactInquiries.version} + 1` })
    .where(eq(id, inquiryId))

const presentRow = (row: ListRow): InquiryRow => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  stream: row.stream,
  inquiryType: row.inquiryType,
  message: row.message,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  assignee: presentAssignee(row),
  spam: row.spam,
  version: row.version,
})

export const inquirySource: SearchSource = {
  type: 'contactInquiry',
  permission: 'communication.read',
  from: contactInquiries,
  id: contactInquiries.id,
  createdAt: contactInquiries.createdAt,
  where: isNull(contactInquiries.deletedAt),
  title: contactInquiries.name,
  detail: detailOf(contactInquiries.inquiryType, contactInquiries.email),
  search: contactInquiries.search,
  names: inquiryNames,
}
