import { taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { sha256 } from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { giveUpHeldLetters, type HeldLetter, listHeldLetters, releaseLetter } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { restartInvites } from '../organization-team/queries.ts'
import { members } from '../organization-team/table.ts'
import type { WholeRow } from '../organizations/queries.ts'
import { restartPapersLinks } from '../tax-verification/papers-link.ts'
import { papersLinks, taxEvents, taxRequests } from '../tax-verification/table.ts'

/** The letters that waited for an organization to be unblocked and still say how things stand, the oldest first. */
export async function findTrueLetters(db: Db, organization: WholeRow): Promise<HeldLetter[]> {
  const letters = await listHeldLetters(db, organization.id)
  if (letters.length === 0) return []
  const isOutdated = await outdatedDecisions(db, organization, letters)
  const openLinks = await findOpenLinks(db, organization.id)
  const openInvites = await findOpenInvites(db, organization.id)
  return letters.filter((letter) => {
    if (isToMember(letter)) {
      const code = openInvites.get(letter.recipient)
      return code !== undefined && letter.text.includes(code)
    }
    if (organization.email === '') return false
    if (letter.kind === 'tax-decision') return !isOutdated(letter)
    return letter.hidden === '' || openLinks.has(sha256(letter.hidden))
  })
}

/** Of an organization the address may have changed while its letters waited; of a member it cannot. */
const isToMember = ({ kind }: HeldLetter) => kind === 'member-invite'

const NO_LONGER_HOLDS = 'Not sent: it no longer held when the organization was unblocked'

/** Sends what waited, one letter after the other from that moment on, and gives up what no longer holds. */
export async function releaseHeldLetters(tx: Tx, organization: WholeRow, from: Date): Promise<void> {
  const letters = await findTrueLetters(tx, organization)
  for (const [place, letter] of letters.entries()) {
    const recipient = isToMember(letter) ? letter.recipient : organization.email
    await releaseLetter(tx, { id: letter.id, recipient }, secondsAfter(from, place))
  }
  await giveUpHeldLetters(tx, organization.id, NO_LONGER_HOLDS)
  const invited = letters.filter(isToMember).map(({ recipient }) => recipient)
  await restartInvites(tx, organization.id, invited, from)
  const hashes = letters.filter(({ hidden }) => hidden !== '').map(({ hidden }) => sha256(hidden))
  await restartPapersLinks(tx, organization, hashes, from)
}

/**
 * Whether a decision's letter tells nothing that still holds: the statuses that it tells, which have its moment, changed
 * since, or a newer letter tells them too. A letter with a message alone always holds.
 */
async function outdatedDecisions(
  db: Db,
  { id, einStatus, exemptStatus, papersAskedAt }: WholeRow,
  letters: HeldLetter[],
) {
  const decisions = letters.filter(({ kind }) => kind === 'tax-decision')
  const moments = decisions.map(({ createdAt }) => createdAt)
  const ofThem = <T extends typeof taxEvents | typeof taxRequests>(table: T) =>
    and(eq(table.organizationId, id), inArray(table.at, moments))
  const events =
    moments.length === 0
      ? []
      : await db
          .select({ type: taxEvents.type, status: taxEvents.status, at: taxEvents.at })
          .from(taxEvents)
          .where(ofThem(taxEvents))
  const requests =
    moments.length === 0 ? [] : await db.select({ at: taxRequests.at }).from(taxRequests).where(ofThem(taxRequests))
  const isAt = (moment: Date) => (row: { at: Date }) => row.at.getTime() === moment.getTime()
  const told = new Set<string>()
  const outdated = new Set<string>()
  for (const { id: letterId, createdAt } of decisions.toReversed()) {
    const statuses = events.filter(isAt(createdAt))
    const asks = requests.some(isAt(createdAt))
    const holding = statuses.filter(
      ({ type, status }) => status === (type === taxEventTypes.ein ? einStatus : exemptStatus) && !told.has(type),
    )
    for (const { type } of holding) told.add(type)
    const saysOnlyMessage = statuses.length === 0 && !asks
    const stillAsks = asks && papersAskedAt?.getTime() === createdAt.getTime()
    if (holding.length === 0 && !saysOnlyMessage && !stillAsks) outdated.add(letterId)
  }
  return (letter: HeldLetter) => outdated.has(letter.id)
}

/** Hashes of the links that were neither used, replaced nor withdrawn. */
async function findOpenLinks(db: Db, organizationId: string): Promise<Set<string>> {
  const { tokenHash, replacedBy, revokedAt, submittedAt } = papersLinks
  const rows = await db
    .select({ tokenHash })
    .from(papersLinks)
    .where(
      and(eq(papersLinks.organizationId, organizationId), isNull(replacedBy), isNull(revokedAt), isNull(submittedAt)),
    )
  return new Set(rows.map((row) => row.tokenHash))
}

/** The codes of members who have yet to confirm, by their address. */
async function findOpenInvites(db: Db, organizationId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ userName: members.userName, code: members.code })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), isNull(members.confirmedAt), members.consoleAccess))
  return new Map(rows.flatMap(({ userName, code }) => (code ? [[userName, code]] : [])))
}
