import type { Parsed } from '@hikmah/contract/endpoint'
import type { Mail, mails } from '@hikmah/contract/mails'
import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors/refusal.ts'
import { mailTable } from '../kit/mail/post.ts'
import type { Tx } from '../kit/write/tx.ts'

const MAX_SHOWN = 100
/** A mail with a sign-in code is nobody's but its reader's. */
const isShown = eq(mailTable.secret, 0)

export async function listMails(
  db: Db,
  { organization, invite, status }: Parsed<typeof mails.listMails>['query'],
): Promise<Mail[]> {
  const rows = await db
    .select()
    .from(mailTable)
    .where(
      and(
        isShown,
        organization ? eq(mailTable.organizationId, organization) : undefined,
        invite ? eq(mailTable.inviteId, invite) : undefined,
        status ? eq(mailTable.status, status) : undefined,
      ),
    )
    .orderBy(desc(mailTable.createdAt), desc(mailTable.id))
    .limit(MAX_SHOWN)
  return rows.map(presentMail)
}

export type MailRow = typeof mailTable.$inferSelect

export async function lockMail(tx: Tx, id: string): Promise<MailRow> {
  const [row] = await tx
    .select()
    .from(mailTable)
    .where(and(isShown, eq(mailTable.id, id)))
    .for('update')
  if (!row) throw notFound('mail')
  return row
}

export const presentMail = (row: MailRow): Mail => ({
  _id: row.id,
  to: row.recipient,
  subject: row.subject,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})
