import { retained } from '@hikmah/contract/retention'
import { and, asc, eq, getTableColumns, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { staff } from '../accounts/table.ts'
import { agreementLogs } from '../agreements/table.ts'
import { contactInquiries, demoRequests, responseEntries } from '../communication/table.ts'
import { inviteLogs, invites } from '../invites/table.ts'
import { auditEntries } from '../kit/audit/audit.ts'
import { throttles } from '../kit/auth/throttle.ts'
import { BATCH_ROWS, type Db, inBatches } from '../kit/db/db.ts'
import { matches } from '../kit/list/search.ts'
import { mailTable } from '../kit/mail/post.ts'
import { emailSearch, keptCheckouts, orders } from '../orders/table.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { invoiceEmail, stripeCustomers, stripeInvoices } from '../payments/table.ts'

interface Kind {
  data: string
  /** Why it stays; '' of what can be erased. */
  reason: string
  table: PgTable
  where: (db: Db, email: string) => SQL | undefined
  /** What an export holds: no password, code or token. */
  columns: Record<string, PgColumn | SQL.Aliased<string>>
}

const pickColumns = <T extends PgTable, K extends keyof T>(table: T, ...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K> & Record<K, PgColumn>

const { search: _inquirySearch, ...inquiryColumns } = getTableColumns(contactInquiries)
const { search: _requestSearch, ...requestColumns } = getTableColumns(demoRequests)

const requestsOf = (db: Db, email: string) =>
  db.select({ id: demoRequests.id }).from(demoRequests).where(eq(demoRequests.email, email))
const inquiriesOf = (db: Db, email: string) =>
  db.select({ id: contactInquiries.id }).from(contactInquiries).where(eq(contactInquiries.email, email))

/** An address with an account gets what is of its account, and it stays with that. */
const hasAccount = (db: Db, email: string) =>
  or(
    sql`exists ${db.select({ id: staff.id }).from(staff).where(eq(staff.userName, email))}`,
    sql`exists ${db.select({ id: members.id }).from(members).where(eq(members.userName, email))}`,
  )!

const isOfNobody = (db: Db, email: string) =>
  or(
    eq(mailTable.kind, 'reply'),
    and(isNull(mailTable.organizationId), isNull(mailTable.inviteId), sql`not (${hasAccount(db, email)})`),
  )!

/** Letters to a stranger, which go with what they wrote. */
export const strangersLetters = (db: Db, email: string) =>
  and(isTyped(mailTable.recipient, email), isOfNobody(db, email))

/** Anybody may try any address. What was tried for an account is a lock on it, and ends by itself. */
export const triesOfStranger = (db: Db, email: string) =>
  sql`position(${email} in ${throttles.key}) > 0 and not (${hasAccount(db, email)})`

/** Other letters may carry a code or a link that is good for whoever reads it. */
const textOfReply = sql<string>`case when ${mailTable.kind} = 'reply' then ${mailTable.text} else '' end`.as('text')
const mailColumns = pickColumns(mailTable, 'id', 'kind', 'recipient', 'subject', 'status', 'createdAt', 'sentAt')

/** The provider keeps addresses as they were typed, and so does a letter to one of them. */
const isTyped = (column: PgColumn, email: string) => sql`lower(${column}) = ${email}`

/** Entries that carry the address, and the others about the same conversation, which may carry words. */
const ofConversations = inArray(auditEntries.entity, ['demo-request', 'contact-inquiry'])
const ofTrail = (db: Db, email: string) =>
  and(
    ofConversations,
    inArray(
      auditEntries.entityId,
      db
        .select({ id: auditEntries.entityId })
        .from(auditEntries)
        .where(and(ofConversations, sql`changes -> 'email' ->> 'after' = ${email}`)),
    ),
  )

const personKinds: Kind[] = [
  {
    data: 'Contact inquiries',
    reason: '',
    table: contactInquiries,
    where: (_, email) => eq(contactInquiries.email, email),
    columns: inquiryColumns,
  },
  {
    data: 'Demo requests',
    reason: '',
    table: demoRequests,
    where: (_, email) => eq(demoRequests.email, email),
    columns: requestColumns,
  },
  {
    data: 'Answers to these, and what was sent again',
    reason: '',
    table: responseEntries,
    where: (db, email) =>
      or(
        inArray(responseEntries.demoRequestId, requestsOf(db, email)),
        inArray(responseEntries.inquiryId, inquiriesOf(db, email)),
      ),
    // What was written to them and about them, not who of staff did.
    columns: pickColumns(responseEntries, 'id', 'createdAt', 'status', 'note', 'answer', 'fromWebsite'),
  },
  {
    data: 'Emails to a visitor',
    reason: '',
    table: mailTable,
    where: strangersLetters,
    columns: { ...mailColumns, text: textOfReply },
  },
  {
    data: 'Tries to sign in, and codes asked for',
    reason: '',
    table: throttles,
    where: triesOfStranger,
    columns: { key: throttles.key, count: throttles.count },
  },
  {
    data: 'Emails to an organization, its members or staff',
    reason: retained.letters.reason,
    table: mailTable,
    where: (db, email) => and(isTyped(mailTable.recipient, email), sql`not (${isOfNobody(db, email)})`),
    columns: mailColumns,
  },
  {
    data: 'Invites',
    reason: 'The record of an organization begins with its invite',
    table: invites,
    where: (_, email) => eq(invites.orgEmail, email),
    columns: pickColumns(invites, 'orgName', 'orgAdmin', 'orgEmail', 'phone', 'createdAt', 'acceptedAt', 'revokedAt'),
  },
  {
    data: 'Invites as they were sent',
    reason: 'The record of an organization begins with its invite',
    table: inviteLogs,
    where: (_, email) => eq(inviteLogs.orgEmail, email),
    columns: pickColumns(inviteLogs, 'orgAdmin', 'orgEmail', 'phone', 'createdAt'),
  },
  {
    data: 'Agreements',
    reason: 'Who accepted what, and when, is the proof of it',
    table: agreementLogs,
    where: (_, email) => isTyped(agreementLogs.userName, email),
    columns: pickColumns(
      agreementLogs,
      'userName',
      'logType',
      'createdAt',
      'ipAddress',
      'browser',
      'operatingSystem',
      'device',
    ),
  },
  {
    data: 'Organizations',
    reason: 'Their own address. It can be changed on their page.',
    table: organizations,
    where: (_, email) => eq(organizations.email, email),
    columns: pickColumns(organizations, 'name', 'email', 'admin', 'primaryPhone', 'secondaryPhone', 'createdAt'),
  },
  {
    data: 'Members of organizations',
    reason: 'People of the organization, which decides on them. They can be removed on its page.',
    table: members,
    where: (_, email) => eq(members.userName, email),
    columns: pickColumns(
      members,
      'firstName',
      'lastName',
      'userName',
      'roles',
      'confirmedAt',
      'invitedAt',
      'createdAt',
    ),
  },
  {
    data: 'Staff',
    reason: 'The audit trail names who did what. Access can be ended on their page.',
    table: staff,
    where: (_, email) => eq(staff.userName, email),
    columns: pickColumns(
      staff,
      'firstName',
      'lastName',
      'userName',
      'role',
      'access',
      'phone',
      'address',
      'timeZone',
      'createdAt',
    ),
  },
  {
    data: 'Payers',
    reason: retained.books.reason,
    table: stripeCustomers,
    where: (_, email) => isTyped(stripeCustomers.email, email),
    columns: pickColumns(stripeCustomers, 'id', 'name', 'email', 'createdAt'),
  },
  {
    data: 'Checkouts without an organization',
    reason: retained.books.reason,
    table: keptCheckouts,
    where: (_, email) => isTyped(keptCheckouts.email, email),
    columns: pickColumns(keptCheckouts, 'id', 'name', 'email', 'amount', 'currency', 'createdAt', 'paidAt'),
  },
  {
    data: 'Orders',
    reason: retained.books.reason,
    table: orders,
    where: (_, email) => and(matches(emailSearch, email), isTyped(orders.email, email)),
    columns: pickColumns(
      orders,
      'orderNo',
      'organizationName',
      'email',
      'total',
      'currency',
      'status',
      'createdAt',
      'shippingLine1',
      'shippingCity',
      'shippingState',
      'shippingPostalCode',
    ),
  },
  {
    data: 'Invoices',
    reason: retained.books.reason,
    table: stripeInvoices,
    where: (_, email) => and(matches(invoiceEmail, email), isTyped(stripeInvoices.customerEmail, email)),
    columns: pickColumns(
      stripeInvoices,
      'number',
      'customerName',
      'customerEmail',
      'customerAddress',
      'total',
      'currency',
      'status',
      'createdAt',
    ),
  },
  {
    data: 'Audit trail of their inquiries and demo requests',
    reason: 'No entry can be changed. Those written since version 0.2.0 hold nothing of a visitor.',
    table: auditEntries,
    where: ofTrail,
    columns: pickColumns(auditEntries, 'seq', 'at', 'action', 'entityName', 'changes', 'ip'),
  },
]

export async function listKept(db: Db, email: string) {
  const kept = []
  for (const { data, reason, table, where } of personKinds) {
    kept.push({ data, count: await db.$count(table, where(db, email)), reason })
  }
  return kept
}

const keyOf = (table: PgTable) => Object.values(getTableColumns(table)).find(({ primary }) => primary)!

/** The rows behind the list as JSON, piece by piece. */
export async function* streamKept(db: Db, email: string, exportedAt: Date) {
  yield `{"email":${JSON.stringify(email)},"exportedAt":${JSON.stringify(exportedAt)},"kept":[`
  for (const [i, { data, reason, table, where, columns }] of personKinds.entries()) {
    const key = keyOf(table)
    const rows = inBatches<{ key: unknown; row: object }>((last) =>
      db
        .select({ key, row: columns })
        .from(table)
        .where(and(where(db, email), last && gt(key, last.key)))
        .orderBy(asc(key))
        .limit(BATCH_ROWS),
    )
    yield `${i > 0 ? ',' : ''}\n{"data":${JSON.stringify(data)},"reason":${JSON.stringify(reason)},"rows":[`
    let separator = '\n'
    for await (const { row } of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
    yield ']}'
  }
  yield ']}\n'
}
