import { consolePaths } from '@hikmah/contract/console-paths'
import type { NewInquiry } from '@hikmah/contract/website-forms'
import { lockSender, looksLikeSpam, noteOf } from '../communication/intake.ts'
import { appendEntry } from '../communication/queries.ts'
import type { Settings, Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { newId } from '../kit/db/ids.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { type InquiryTableRow, lockThread, saveInquiry } from './queries.ts'
import { contactInquiries } from './table.ts'

/**
 * A message from a website (B-09). The answer is the same for everybody, so that it tells neither who wrote before nor
 * who was taken for a machine.
 */
export async function receiveInquiry(house: Writes & Settings, actor: PublicActor, sent: NewInquiry) {
  const spam = looksLikeSpam(sent.website, [sent.name, sent.inquiryType, sent.message])
  await house.change(actor, async (tx) => {
    await lockSender(tx, 'contact-inquiry', sent.email)
    const thread = await lockThread(tx, sent.email, spam)
    if (thread) return joinThread(house, tx, thread, sent)
    await saveNew(house, tx, sent, spam)
  })
  return { received: true as const }
}

async function saveNew(house: Settings, tx: Tx, { website: _website, ...sent }: NewInquiry, spam: boolean) {
  const id = newId()
  await tx.insert(contactInquiries).values({ id, ...sent, status: 'New', spam, createdAt: tx.at, updatedAt: tx.at })
  const { name, message, ...rest } = sent
  record(tx, {
    action: 'contact-inquiry.received',
    entity: 'contact-inquiry',
    entityId: id,
    entityName: name,
    after: { ...rest, spam },
  })
  if (!spam) await tell(house, tx, 'A new contact inquiry', { id, ...sent })
}

const tell = (
  house: Settings,
  tx: Tx,
  subject: string,
  inquiry: Pick<InquiryTableRow, 'id' | 'name' | 'inquiryType'>,
) =>
  notifyStaff(house, tx, 'contact-inquiries', {
    subject,
    line: `Inquiry from ${[inquiry.name, inquiry.inquiryType].filter(Boolean).join(', ')}`,
    path: consolePaths.contactInquiry(inquiry.id),
  })

/** What was not said before is filled in; the words go to the timeline, and what was settled is open again. */
async function joinThread(house: Settings, tx: Tx, thread: InquiryTableRow, sent: NewInquiry) {
  const isSettled = thread.status === 'Closed' || thread.status === 'Done'
  const status = isSettled ? 'New' : thread.status
  await appendEntry(
    tx,
    { inquiryId: thread.id },
    {
      status,
      assignee: thread.assignee,
      note: noteOf(sent.message),
      reviewedBy: sent.name,
      fromWebsite: true,
      mailId: null,
    },
  )
  await saveInquiry(tx, thread.id, {
    status,
    phone: thread.phone || sent.phone,
    inquiryType: thread.inquiryType || sent.inquiryType,
    updatedAt: tx.at,
  })
  record(tx, {
    action: 'contact-inquiry.sent-again',
    entity: 'contact-inquiry',
    entityId: thread.id,
    entityName: thread.name,
    before: { status: thread.status },
    after: { status },
  })
  if (isSettled && !thread.spam) await tell(house, tx, 'A contact inquiry is open again', thread)
}
