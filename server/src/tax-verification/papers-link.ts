import { randomBytes } from 'node:crypto'
import { consolePaths } from '@hikmah/contract/console-paths'
import { isBlocked } from '@hikmah/contract/organizations/words'
import { type LinkEnding, type LinkReason, PAPERS_LINK_DAYS, type PapersLink } from '@hikmah/contract/papers-link'
import { whyNotRevokeLink, whyNotSendLink } from '@hikmah/contract/tax-verification/rules'
import type { Paper } from '@hikmah/contract/tax-verification/schemas'
import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { notFound, refuseIf } from '../kit/errors/refusal.ts'
import { HIDDEN_PART, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { papersLinkLetter } from './letters.ts'
import { lockTaxProfile } from './queries.ts'
import { papersLinks, paperUploads, taxDecisionUndos } from './table.ts'

export type LinkRow = typeof papersLinks.$inferSelect
type Organization = Pick<OrganizationTableRow, 'status'>
type Asked = Pick<OrganizationTableRow, 'id' | 'papersAskedAt'>

interface LinkDraft {
  reason: LinkReason
  /** As the reviewer wrote them. */
  words?: string
  missing?: Paper[]
  /** Where it is mailed, '' where it is only copied. */
  sentTo: string
  /** Beside a link that was mailed already. */
  keepsEarlier?: boolean
  /** Whoever sends nothing hears of a mailed link once more. */
  isReminded?: boolean
}

const REMINDED_AFTER_DAYS = 7

export const papersUrl = (publicUrl: string, token: string) => publicUrl + consolePaths.submitPapers(token)

type NewLink = { row: LinkRow; token: string }

/** A new link, which ends those before it unless it is to stand beside them. Its token is returned once: of it only a hash is kept. */
export async function createPapersLink(
  tx: Tx,
  organizationId: string,
  { keepsEarlier = false, isReminded = true, ...draft }: LinkDraft,
): Promise<NewLink> {
  const created = await insertLink(tx, organizationId, {
    words: '',
    missing: [],
    ...draft,
    askedAt: tx.at,
    remindAt: isReminded && draft.sentTo !== '' ? secondsAfter(tx.at, REMINDED_AFTER_DAYS * DAY_S) : null,
  })
  if (!keepsEarlier) await replaceEarlier(tx, created.row)
  return created
}

type LinkStart = Partial<LinkRow> & Pick<LinkRow, 'reason' | 'words' | 'missing' | 'sentTo' | 'askedAt' | 'remindAt'>

async function insertLink(tx: Tx, organizationId: string, start: LinkStart): Promise<NewLink> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await tx
    .insert(papersLinks)
    .values({
      byName: tx.by.name,
      expiresAt: secondsAfter(tx.at, PAPERS_LINK_DAYS * DAY_S),
      ...start,
      id: newId(),
      organizationId,
      tokenHash: sha256(token),
      createdAt: tx.at,
    })
    .returning()
  return { row: row!, token }
}

const replaceEarlier = (tx: Tx, { id, organizationId }: LinkRow) =>
  tx
    .update(papersLinks)
    .set({ replacedBy: id })
    .where(and(eq(papersLinks.organizationId, organizationId), ne(papersLinks.id, id), isNull(papersLinks.replacedBy)))
    .returning()

/** A new link that asks for the same. What was uploaded with those before it, and not sent yet, goes along. */
export async function continuePapersLink(
  tx: Tx,
  { organizationId, reason, words, missing, askedAt }: LinkRow,
  start: Partial<LinkRow> & Pick<LinkRow, 'sentTo'>,
): Promise<NewLink> {
  const remindAt = start.sentTo === '' ? null : secondsAfter(tx.at, REMINDED_AFTER_DAYS * DAY_S)
  const created = await insertLink(tx, organizationId, { reason, words, missing, askedAt, remindAt, ...start })
  const replaced = await replaceEarlier(tx, created.row)
  const isUnsent = replaced.filter(({ submittedAt }) => !submittedAt).map(({ id }) => id)
  // What was removed stays behind, so that whoever uploaded too many can go on with a new link.
  const isLeft = and(inArray(paperUploads.linkId, isUnsent), isNull(paperUploads.removedAt))
  await tx.update(paperUploads).set({ linkId: created.row.id }).where(isLeft)
  return created
}

/** Of a letter that was taken back; the link before it holds again, unless a newer one was made since. */
export async function forgetPapersLink(tx: Tx, id: string) {
  const [forgotten] = await tx.delete(papersLinks).where(eq(papersLinks.id, id)).returning()
  const replacedBy = forgotten?.replacedBy ?? null
  await tx.update(papersLinks).set({ replacedBy }).where(eq(papersLinks.replacedBy, id))
}

/** A review that papers were asked of waits for them as long as the link holds; with null, for a decision again. */
async function expectPapers(tx: Tx, { id, papersAskedAt }: Asked, until: Date | null) {
  if (papersAskedAt) await tx.update(organizations).set({ papersDueAt: until }).where(eq(organizations.id, id))
}

/** Links whose letters waited are as good as if they were made now. A reminder that came due meanwhile was not sent. */
export async function restartPapersLinks(tx: Tx, row: Asked, tokenHashes: string[], from: Date) {
  const expiresAt = secondsAfter(from, PAPERS_LINK_DAYS * DAY_S)
  const remindAt = secondsAfter(from, REMINDED_AFTER_DAYS * DAY_S).toISOString()
  const isReminded = sql`remind_at is not null or reason in ('rejected', 'asked')`
  const restarted = await tx
    .update(papersLinks)
    .set({ expiresAt, remindAt: sql`case when ${isReminded} then ${remindAt}::timestamptz end` })
    .where(inArray(papersLinks.tokenHash, tokenHashes))
    .returning({ id: papersLinks.id })
  if (restarted.length > 0) await expectPapers(tx, row, expiresAt)
}

/** Why a link takes no papers; undefined while it does. */
export function endingOf(link: LinkRow, { status }: Organization, now: Date): LinkEnding | undefined {
  if (link.revokedAt) return 'revoked'
  if (link.replacedBy) return 'replaced'
  if (link.submittedAt) return 'used'
  if (link.expiresAt <= now) return 'expired'
  return isBlocked(status) ? 'blocked' : undefined
}

const stateOf = (...of: Parameters<typeof endingOf>): PapersLink['state'] => endingOf(...of) ?? 'open'

/** Mails a link that asks for the same as the one before it. */
export async function mailPapersLink(
  { config }: Pick<House, 'config'>,
  tx: Tx,
  row: OrganizationTableRow,
  before: LinkRow | undefined,
): Promise<NewLink> {
  const created = await askAgain(tx, row, before, row.email)
  await post(tx, papersLinkLetter(row, papersUrl(config.publicUrl, created.token), created.token))
  recordOnOrganization(tx, row, { action: 'tax-papers.link-sent', after: { to: row.email } })
  return created
}

async function askAgain(tx: Tx, row: OrganizationTableRow, before: LinkRow | undefined, sentTo: string) {
  const created = before
    ? await continuePapersLink(tx, before, { sentTo })
    : await createPapersLink(tx, row.id, { reason: 'sent', sentTo })
  await expectPapers(tx, row, created.row.expiresAt)
  return created
}

/** A letter whose link is hidden is sent again with a new one, which asks for the same. */
export async function renewLinkInLetter(
  tx: Tx,
  organizationId: string,
  { text, html }: { text: string; html: string },
) {
  const hidden = consolePaths.submitPapers(HIDDEN_PART)
  if (!text.includes(hidden)) return {}
  const before = await findNewest(tx, organizationId)
  if (!before) return {}
  const { token } = await askAgain(tx, await lockTaxProfile(tx, organizationId), before, before.sentTo)
  const url = consolePaths.submitPapers(token)
  return { text: text.replaceAll(hidden, url), html: html.replaceAll(hidden, url), hidden: token }
}

const findNewest = async (db: Db, organizationId: string): Promise<LinkRow | undefined> => {
  const ofIt = eq(papersLinks.organizationId, organizationId)
  const [row] = await db.select().from(papersLinks).where(ofIt).orderBy(desc(papersLinks.createdAt)).limit(1)
  return row
}

/** Papers that were sent with a link, or are here in full and were not removed. */
const countPapers = async (db: Db, { id, submittedAt, documents }: LinkRow): Promise<number> =>
  submittedAt
    ? documents
    : db.$count(
        paperUploads,
        and(eq(paperUploads.linkId, id), isNull(paperUploads.removedAt), isNotNull(paperUploads.sha256)),
      )

const presentLink = async (db: Db, row: LinkRow, organization: Organization, now: Date): Promise<PapersLink> => ({
  state: stateOf(row, organization, now),
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  by: row.byName,
  sentTo: row.sentTo,
  openedAt: row.openedAt?.toISOString() ?? null,
  submittedAt: row.submittedAt?.toISOString() ?? null,
  remindAt: row.remindAt?.toISOString() ?? null,
  remindedAt: row.remindedAt?.toISOString() ?? null,
  missing: row.missing,
  documents: await countPapers(db, row),
})

export async function readPapersLink({ db, clock }: Reads, organizationId: string): Promise<PapersLink | null> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
  if (!organization) throw notFound('organization')
  const newest = await findNewest(db, organizationId)
  return newest ? presentLink(db, newest, organization, clock.now()) : null
}

/** Asks for the same as the link before it. Answers the address, for whoever passes it on themselves. */
export const sendPapersLink = (house: House, actor: StaffActor, organizationId: string, isSent: boolean) =>
  house.change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    refuseIf(whyNotSendLink(row, { isSent }))
    const before = await findNewest(tx, organizationId)
    const created = isSent ? await mailPapersLink(house, tx, row, before) : await askAgain(tx, row, before, '')
    if (!isSent) recordOnOrganization(tx, row, { action: 'tax-papers.link-copied' })
    return {
      ...(await presentLink(tx, created.row, row, tx.at)),
      url: papersUrl(house.config.publicUrl, created.token),
    }
  })

export const revokePapersLink = (house: House, actor: StaffActor, organizationId: string): Promise<PapersLink> =>
  house.change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    const newest = await findNewest(tx, organizationId)
    refuseIf(whyNotRevokeLink(newest && stateOf(newest, row, tx.at)))
    const isCurrent = and(eq(papersLinks.organizationId, organizationId), isNull(papersLinks.replacedBy))
    const [revoked] = await tx.update(papersLinks).set({ revokedAt: tx.at }).where(isCurrent).returning()
    await expectPapers(tx, row, null)
    // A decision that is taken back does not wait for papers either.
    const isOfIt = eq(taxDecisionUndos.organizationId, organizationId)
    await tx.update(taxDecisionUndos).set({ papersDueAt: null }).where(isOfIt)
    recordOnOrganization(tx, row, { action: 'tax-papers.link-revoked', after: { sentTo: revoked!.sentTo } })
    return presentLink(tx, revoked!, row, tx.at)
  })
