import type { Mail } from '@hikmah/contract/mails/schemas'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/http/refusal.ts'
import { mailTable } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import { lockMail, presentMail } from './queries.ts'

const DAY_S = 86_400

/** Puts a mail that failed or was sent back into the outbox for another day; the attempts go on counting. */
export const resendMail = ({ change }: Writes, actor: StaffActor, id: string): Promise<Mail> =>
  change(actor, async (tx) => {
    const mail = await lockMail(tx, id)
    if (mail.status === 'queued') throw conflict('This e-mail is already on its way', presentMail(mail))
    const again = {
      status: 'queued' as const,
      lastError: '',
      nextAttemptAt: tx.at,
      expiresAt: secondsAfter(tx.at, DAY_S),
      sentAt: null,
    }
    await tx.update(mailTable).set(again).where(eq(mailTable.id, id))
    record(tx, {
      action: 'mail.resent',
      entity: 'mail',
      entityId: id,
      entityName: mail.subject,
      organizationId: mail.organizationId,
      before: { status: mail.status, sentAt: mail.sentAt },
      after: { status: again.status, sentAt: again.sentAt },
    })
    return presentMail({ ...mail, ...again })
  })
