import type { OrganizationStatus } from '@hikmah/contract/organizations/schemas'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Reads, Settings } from '../house.ts'
import type { Db } from '../kit/db/db.ts'
import { holdLetters, listUnsentLetters, post, takeBack } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { WholeRow } from '../organizations/queries.ts'
import { organizationStatusChanges } from '../organizations/table.ts'
import { type OrganizationLetter, previewOf, SENT_WHILE_BLOCKED } from '../organizations/write-letter.ts'
import { findTrueLetters, releaseHeldLetters } from './held-letters.ts'
import { addressLetters, statusLetter } from './letters.ts'

/**
 * Mails what an edit means to the organization. The letters wait as those about decisions do: whoever changes the status
 * or the address again in that time takes them back, and changing it back mails nothing.
 */
export async function tellOrganization(tx: Tx, before: WholeRow, after: WholeRow): Promise<void> {
  const { letters, knownStatus, unsent } = await findNews(tx, before, after, tx.at)
  for (const id of unsent) await takeBack(tx, id)
  const isOtherStatus = after.status !== before.status
  if (isOtherStatus && isBlocked(after.status)) await holdLetters(tx, after.id, SENT_WHILE_BLOCKED)
  for (const letter of letters) await post(tx, { ...letter, waitS: UNDO_S })
  if (isOtherStatus && isBlocked(before.status)) {
    const isNews = isBlocked(knownStatus)
    await releaseHeldLetters(tx, after, isNews ? secondsAfter(tx.at, UNDO_S + 1) : tx.at)
  }
}

/** The letters that saving an edit would send, and how many that waited would follow them. */
export async function previewNews(house: Reads & Settings, before: WholeRow, after: WholeRow) {
  const { db, clock } = house
  const { letters } = await findNews(db, before, after, clock.now())
  const isUnblocked = isBlocked(before.status) && !isBlocked(after.status)
  return {
    letters: letters.map((letter) => previewOf(letter, house)),
    waiting: isUnblocked ? (await findTrueLetters(db, after)).length : 0,
  }
}

/** What is new to the organization: letters that still wait for their undo have told it nothing, and are replaced. */
async function findNews(db: Db, before: WholeRow, after: WholeRow, now: Date) {
  const { id } = before
  const since = secondsAfter(now, -UNDO_S)
  const letters: OrganizationLetter[] = []
  const unsent: string[] = []
  if (after.email !== before.email) {
    const untold = await listUnsentLetters(db, id, 'organization-email', since)
    const former = untold.find(({ recipient }) => recipient !== before.email)?.recipient ?? ''
    letters.push(...addressLetters(after, untold.length > 0 ? former : before.email))
    unsent.push(...untold.map((letter) => letter.id))
  }
  let knownStatus = before.status
  if (after.status !== before.status) {
    const untold = await listUnsentLetters(db, id, 'organization-status', since)
    if (untold.length > 0) knownStatus = await readStatusBefore(db, before, now)
    const letter = statusLetter(after, knownStatus)
    if (letter) letters.push(letter)
    unsent.push(...untold.map((letter) => letter.id))
  }
  return { letters, knownStatus, unsent }
}

/** More changes of one organization than anybody makes within minutes. */
const LOOKED_BACK = 50

/** The status before the last changes, each of which came before the letter of the one before it had left. */
async function readStatusBefore(db: Db, { id, status }: WholeRow, now: Date): Promise<OrganizationStatus> {
  const { fromStatus, organizationId, at } = organizationStatusChanges
  const changes = await db
    .select({ fromStatus, at })
    .from(organizationStatusChanges)
    .where(and(eq(organizationId, id), isNotNull(fromStatus)))
    .orderBy(desc(at), desc(organizationStatusChanges.id))
    .limit(LOOKED_BACK)
  let known = status
  let next = now
  for (const change of changes) {
    if (secondsAfter(change.at, UNDO_S) <= next) break
    known = change.fromStatus ?? known
    next = change.at
  }
  return known
}
