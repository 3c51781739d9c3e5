import type { Parsed } from '@hikmah/contract/endpoint'
import { type Mail, mails, WAITS_FOR_UNBLOCK } from '@hikmah/contract/mails'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { House, Writes } from '../house.ts'
import { invites } from '../invites/table.ts'
import { noteRead, record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, existing } from '../kit/errors/refusal.ts'
import type { Serve } from '../kit/http/serve.ts'
import { mailTable } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { members } from '../organization-team/table.ts'
import { organizations } from '../organizations/table.ts'
import { SENT_WHILE_BLOCKED } from '../organizations/write-letter.ts'
import { renewLinkInLetter } from '../tax-verification/papers-link.ts'

const ALL_MAILS = { action: 'mail.list-exported', entity: 'mail', entityId: '', entityName: 'All emails' } as const

export function mailRoutes(serve: Serve, house: House) {
  serve(mails.listMails, async ({ query, actor }) => {
    if (!query.organization && !query.invite) await noteRead(house.change, actor, ALL_MAILS)
    return listMails(house.db, query)
  })
  serve(mails.resendMail, ({ params, actor }) => resendMail(house, actor, params.id))
}

const MAX_SHOWN = 100
/** A mail with a sign-in code is nobody's but its reader's. */
const isShown = eq(mailTable.secret, 0)

async function listMails(db: Db, { organization, invite, status }: Parsed<typeof mails.listMails>['query']) {
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

type MailRow = typeof mailTable.$inferSelect

const lockMail = async (tx: Tx, id: string): Promise<MailRow> =>
  existing(
    await tx
      .select()
      .from(mailTable)
      .where(and(isShown, eq(mailTable.id, id)))
      .for('update'),
    'mail',
  )

const presentMail = (row: MailRow): Mail => ({
  _id: row.id,
  to: row.recipient,
  subject: row.subject,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  lastError: row.lastError,
  waitReason: row.status === 'waiting' ? WAITS_FOR_UNBLOCK : '',
  createdAt: row.createdAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})

/** Of these the newest holds: the code or the decision in those before is void. */
const REPLACED_BY_NEWER = ['invite', 'member-invite', 'tax-decision', 'papers-link', 'welcome', 'organization-status']

/** Puts a mail that failed or was sent back into the outbox for another day; the attempts go on counting. */
const resendMail = ({ change }: Writes, actor: StaffActor, id: string): Promise<Mail> =>
  change(actor, async (tx) => {
    const mail = await lockMail(tx, id)
    if (mail.status === 'queued') throw conflict('This email is already on its way', presentMail(mail))
    if (mail.status === 'waiting') throw conflict(WAITS_FOR_UNBLOCK, presentMail(mail))
    if (mail.kind === 'payment-method-link' && mail.hidden === '')
      throw conflict('The link in this email is hidden since it was sent. Send a new one to the organization.')
    if (await isReplaced(tx, mail)) throw conflict('A newer email has replaced this one. Send that one again.')
    if (await isOver(tx, mail)) throw conflict('The invite in this email was accepted or withdrawn, or has expired.')
    const again = {
      status: (await isHeld(tx, mail)) ? ('waiting' as const) : ('queued' as const),
      lastError: '',
      nextAttemptAt: tx.at,
      expiresAt: secondsAfter(tx.at, DAY_S),
      sentAt: null,
    }
    const renewed = mail.organizationId ? await renewLinkInLetter(tx, mail.organizationId, mail) : {}
    await tx
      .update(mailTable)
      .set({ ...again, ...renewed })
      .where(eq(mailTable.id, id))
    record(tx, {
      action: 'mail.resent',
      entity: 'mail',
      entityId: id,
      // The subject of a reply is what a visitor wrote.
      entityName: mail.kind === 'reply' ? 'Reply to a visitor' : mail.subject,
      organizationId: mail.organizationId,
      before: { status: mail.status, sentAt: mail.sentAt },
      after: { status: again.status, sentAt: again.sentAt },
    })
    return presentMail({ ...mail, ...again })
  })

/** Whatever is mailed to a blocked organization waits, but for what tells of it. */
async function isHeld(tx: Tx, { kind, organizationId }: MailRow): Promise<boolean> {
  if (!organizationId || SENT_WHILE_BLOCKED.includes(kind)) return false
  const [row] = await tx
    .select({ status: organizations.status })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('key share')
  return row !== undefined && isBlocked(row.status)
}

/** The code in the mail opens nothing any more. What is not found has been removed. */
async function isOver(tx: Tx, { kind, recipient, inviteId, organizationId }: MailRow): Promise<boolean> {
  if (kind === 'invite') {
    const { id, acceptedAt, revokedAt, expiresAt } = invites
    const isOpen = and(eq(id, inviteId!), isNull(acceptedAt), isNull(revokedAt), gt(expiresAt, tx.at))
    return (await tx.$count(invites, isOpen)) === 0
  }
  if (kind === 'member-invite') {
    const { confirmedAt, consoleAccess, codeExpiresAt } = members
    const isTheirs = and(eq(members.organizationId, organizationId!), eq(members.userName, recipient))
    const isOpen = and(isTheirs, isNull(confirmedAt), consoleAccess, gt(codeExpiresAt, tx.at))
    return (await tx.$count(members, isOpen)) === 0
  }
  return false
}

async function isReplaced(tx: Tx, { kind, recipient, inviteId, organizationId, createdAt }: MailRow): Promise<boolean> {
  if (!REPLACED_BY_NEWER.includes(kind)) return false
  // The email of an invite may have been corrected: the newer one then went elsewhere.
  const same = inviteId
    ? eq(mailTable.inviteId, inviteId)
    : and(eq(mailTable.recipient, recipient), sql`${mailTable.organizationId} = ${organizationId}`)
  const isNewer = and(eq(mailTable.kind, kind), gt(mailTable.createdAt, createdAt), same)
  const newer = await tx.select({ id: mailTable.id }).from(mailTable).where(isNewer).limit(1)
  return newer.length > 0
}
