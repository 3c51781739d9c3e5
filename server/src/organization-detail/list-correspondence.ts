import type { Correspondence } from '@hikmah/contract/organizations/schemas'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, rowsOf } from '../kit/db/db.ts'
import { readWholeRow } from '../organizations/queries.ts'
import { toIso } from './queries.ts'

const SHOWN = 3

/** What was written to an organization and its team, and what they asked. Whoever sees no emails gets the questions. */
export async function listCorrespondence(db: Db, id: string, limit = SHOWN, { withEmails = false } = {}) {
  const { inviteId, email } = await readWholeRow(db, id)
  const theirEmails = sql`mails where secret = 0 and ${withEmails} and (organization_id = ${id} or invite_id = ${inviteId})`
  const theirInquiries = sql`contact_inquiries where deleted_at is null and not spam and email in
    (select lower(${email}) union select lower(user_name) from members where organization_id = ${id})`
  const [rows, [meta]] = await Promise.all([
    rowsOf<{ row: Correspondence }>(
      db,
      sql`select row from (
        ${newest(sql`json_build_object('kind', 'email', 'title', subject, 'to', recipient, ${shared})`, theirEmails, limit)}
        union all
        ${newest(sql`json_build_object('kind', 'inquiry', 'title', message, 'from', name, ${shared})`, theirInquiries, limit)}
      ) found order by at desc limit ${limit}`,
    ),
    rowsOf<{ emails: number; inquiries: number }>(
      db,
      sql`select (select count(*)::int from ${theirEmails}) as emails, (select count(*)::int from ${theirInquiries}) as inquiries`,
    ),
  ])
  return { data: rows.map(({ row }) => row), meta: meta! }
}

const shared = sql`'_id', id, 'status', status, 'at', ${toIso('created_at')}`

const newest = (row: SQL, from: SQL, limit: number) =>
  sql`(select created_at as at, ${row} as row from ${from} order by created_at desc, id desc limit ${limit})`
