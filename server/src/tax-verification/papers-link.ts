import { randomBytes } from 'node:crypto'
import { consolePaths } from '@hikmah/contract/console-paths'
import type { Parsed } from '@hikmah/contract/endpoint'
import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import {
  type papersLink as endpoints,
  LINK_UNKNOWN,
  type LinkEnding,
  type LinkReason,
  linkEndings,
  PAPERS_LINK_DAYS,
  type PapersLink,
  type PapersRequest,
  whyNotRenewLink,
  whyNotRevokeLink,
  whyNotSendLink,
} from '@hikmah/contract/papers-link'
import type { Paper } from '@hikmah/contract/tax-verification/schemas'
import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { PublicActor, StaffActor } from '../kit/auth/actor.ts'
import { limit, limitWrong } from '../kit/auth/throttle.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid, notFound, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import { machineAddress } from '../kit/http/edge/network.ts'
import { HIDDEN_PART, post } from '../kit/mail/post.ts'
import { DAY_S, secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { papersLinkLetter } from './letters.ts'
import { lockTaxProfile } from './queries.ts'
import { handInSomething } from './submit-tax-papers.ts'
import { papersLinks, paperUploads, taxDecisionUndos } from './table.ts'

type LinkRow = typeof papersLinks.$inferSelect
type Organization = Pick<OrganizationTableRow, 'id' | 'name' | 'status'>

interface LinkDraft {
  reason: LinkReason
  /** As the reviewer wrote them. */
  words?: string
  missing?: Paper[]
  /** Where it is mailed, '' where it is only copied. */
  sentTo: string
  /** Beside a link that was mailed already. */
  keepsEarlier?: boolean
}

export const papersUrl = (publicUrl: string, token: string) => publicUrl + consolePaths.submitPapers(token)

/** A new link, which ends those before it unless it is to stand beside them. Its token is returned once: of it only a hash is kept. */
export async function createPapersLink(
  tx: Tx,
  organizationId: string,
  { reason, words = '', missing = [], sentTo, keepsEarlier = false }: LinkDraft,
): Promise<{ row: LinkRow; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const [row] = await tx
    .insert(papersLinks)
    .values({
      id: newId(),
      organizationId,
      tokenHash: sha256(token),
      reason,
      words,
      missing,
      byName: tx.by.name,
      sentTo,
      createdAt: tx.at,
      expiresAt: secondsAfter(tx.at, PAPERS_LINK_DAYS * DAY_S),
    })
    .returning()
  if (keepsEarlier) return { row: row!, token }
  const isEarlier = and(
    eq(papersLinks.organizationId, organizationId),
    ne(papersLinks.id, row!.id),
    isNull(papersLinks.replacedBy),
  )
  await tx.update(papersLinks).set({ replacedBy: row!.id }).where(isEarlier)
  return { row: row!, token }
}

/** Of a letter that was taken back; the link before it holds again. */
export async function forgetPapersLink(tx: Tx, id: string) {
  await tx.update(papersLinks).set({ replacedBy: null }).where(eq(papersLinks.replacedBy, id))
  await tx.delete(papersLinks).where(eq(papersLinks.id, id))
}

/** A review that papers were asked of waits for them as long as the link holds; with null, for a decision again. */
async function expectPapers(tx: Tx, { id, papersAskedAt }: OrganizationTableRow, until: Date | null) {
  if (papersAskedAt) await tx.update(organizations).set({ papersDueAt: until }).where(eq(organizations.id, id))
}

/** Why a link takes no papers; undefined while it does. */
function endingOf(link: LinkRow, { status }: Pick<Organization, 'status'>, now: Date): LinkEnding | undefined {
  if (link.revokedAt) return 'revoked'
  if (link.replacedBy) return 'replaced'
  if (link.expiresAt <= now) return 'expired'
  if (isBlocked(status)) return 'blocked'
  return link.submittedAt ? 'used' : undefined
}

const stateOf = (...of: Parameters<typeof endingOf>): PapersLink['state'] => endingOf(...of) ?? 'open'

const linkEnded = (ending: LinkEnding) => new Refusal(410, 'LINK_ENDED', linkEndings[ending], { why: ending })

export function assertTakesPapers(link: LinkRow, organization: Pick<Organization, 'status'>, now: Date) {
  const ending = endingOf(link, organization, now)
  if (ending) throw linkEnded(ending)
}

const QUARTER_HOUR_S = 900
const GUESSES = 50

/** The link of a token, whether it still takes papers or not. */
export async function findPapersLink({ db, clock }: Reads, { ip }: PublicActor, token: string) {
  const guesses = {
    key: `papers-link-address:${machineAddress(ip)}`,
    max: GUESSES,
    windowS: QUARTER_HOUR_S,
    message: 'Too many unknown links. Try again later with the link in the latest e-mail.',
  }
  const found = await limitWrong({ db, clock }, [guesses], async () => {
    const [row] = await db
      .select({ link: papersLinks, organization: organizations })
      .from(papersLinks)
      .innerJoin(organizations, eq(organizations.id, papersLinks.organizationId))
      .where(eq(papersLinks.tokenHash, sha256(token)))
    return row
  })
  if (!found) throw new Refusal(404, 'NOT_FOUND', LINK_UNKNOWN)
  return found
}

/** Whoever holds the link writes in the name of the organization. */
export const linkHolder = (actor: PublicActor, { name }: Pick<Organization, 'name'>): PublicActor => ({
  ...actor,
  name: `${organizationName(name)} (papers link)`,
})

export async function lockPapersLink(tx: Tx, id: string): Promise<LinkRow> {
  const [link] = await tx.select().from(papersLinks).where(eq(papersLinks.id, id)).for('update')
  if (!link) throw new Refusal(404, 'NOT_FOUND', LINK_UNKNOWN)
  return link
}

/** The uploads of a link that were not removed, in the order in which they came. */
export const readUploads = (db: Db, linkId: string) =>
  db
    .select()
    .from(paperUploads)
    .where(and(eq(paperUploads.linkId, linkId), isNull(paperUploads.removedAt)))
    .orderBy(paperUploads.createdAt, paperUploads.id)

export const presentUpload = ({ id, name, size, received }: typeof paperUploads.$inferSelect) => ({
  _id: id,
  name,
  size,
  received,
})

/** What a link asks for; once its papers were sent, where their review stands. */
export async function readPapersRequest(house: Reads, actor: PublicActor, token: string): Promise<PapersRequest> {
  const { link, organization } = await findPapersLink(house, actor, token)
  const now = house.clock.now()
  const ending = endingOf(link, organization, now)
  if (ending && ending !== 'used') throw linkEnded(ending)
  if (!link.openedAt) await house.db.update(papersLinks).set({ openedAt: now }).where(eq(papersLinks.id, link.id))
  return presentRequest(house.db, link, organization)
}

async function presentRequest(db: Db, link: LinkRow, organization: OrganizationTableRow): Promise<PapersRequest> {
  const uploads = link.submittedAt ? [] : await readUploads(db, link.id)
  return {
    orgName: organizationName(organization.name),
    language: organization.letterLanguage,
    reason: link.reason,
    words: link.words,
    missing: link.missing,
    askedAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    documents: uploads.map(presentUpload),
    submitted: link.submittedAt && {
      at: link.submittedAt.toISOString(),
      documents: link.documents,
      einStatus: organization.einStatus,
      exemptStatus: organization.exemptStatus,
    },
  }
}

/** Hands in what was uploaded, once: whoever comes second finds the link used. */
export async function submitPapers(
  house: House,
  actor: PublicActor,
  token: string,
  { documentIds, noLetter, ...claim }: Parsed<typeof endpoints.submitPapers>['body'],
): Promise<PapersRequest> {
  const found = await findPapersLink(house, actor, token)
  assertTakesPapers(found.link, found.organization, house.clock.now())
  return house.change(linkHolder(actor, found.organization), async (tx) => {
    const row = await lockTaxProfile(tx, found.organization.id)
    const link = await lockPapersLink(tx, found.link.id)
    assertTakesPapers(link, row, tx.at)
    const uploads = await readUploads(tx, link.id)
    const documents = documentIds.map((id, place) => {
      const upload = uploads.find((one) => one.id === id)
      if (!upload) throw invalid(`documentIds.${place}`, 'This document was not uploaded with this link')
      const { name, size, sha256: hash, contentType } = upload
      if (!hash || !contentType) throw conflict(`${name} is not complete. Send the rest of it.`, presentUpload(upload))
      return { name, size, sha256: hash, contentType }
    })
    await handInSomething(house, tx, row, { ...claim, hasNoLetter: noLetter }, documents)
    const [used] = await tx
      .update(papersLinks)
      .set({ submittedAt: tx.at, documents: documents.length })
      .where(eq(papersLinks.id, link.id))
      .returning()
    return presentRequest(tx, used!, await lockTaxProfile(tx, row.id))
  })
}

const RENEWALS_A_DAY = 3

/** Mails a new link to the address on record, in place of one that has expired. */
export async function renewPapersLink(house: House, actor: PublicActor, token: string): Promise<void> {
  const { link, organization } = await findPapersLink(house, actor, token)
  const ending = endingOf(link, organization, house.clock.now())
  if (ending !== undefined && ending !== 'expired') throw linkEnded(ending)
  refuseIf(whyNotRenewLink(ending))
  refuseIf(whyNotSendLink(organization))
  await limit(house, {
    key: `papers-link-renewed:${organization.id}`,
    max: RENEWALS_A_DAY,
    windowS: DAY_S,
    message: 'A new link was already sent. Look into your e-mails, or try again tomorrow.',
  })
  await house.change(linkHolder(actor, organization), async (tx) => {
    const row = await lockTaxProfile(tx, organization.id)
    await mailPapersLink(house, tx, row, link)
  })
}

async function mailPapersLink(
  { config }: Pick<House, 'config'>,
  tx: Tx,
  row: OrganizationTableRow,
  { reason, words, missing }: Pick<LinkRow, 'reason' | 'words' | 'missing'>,
) {
  const created = await createPapersLink(tx, row.id, { reason, words, missing, sentTo: row.email })
  await expectPapers(tx, row, created.row.expiresAt)
  await post(tx, papersLinkLetter(row, papersUrl(config.publicUrl, created.token), created.token))
  recordOnOrganization(tx, row, { action: 'tax-papers.link-sent', after: { to: row.email } })
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
  const { reason, words, missing, sentTo } = before
  const row = await lockTaxProfile(tx, organizationId)
  const { token, ...created } = await createPapersLink(tx, organizationId, { reason, words, missing, sentTo })
  await expectPapers(tx, row, created.row.expiresAt)
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

const presentLink = async (
  db: Db,
  row: LinkRow,
  organization: Pick<Organization, 'status'>,
  now: Date,
): Promise<PapersLink> => ({
  state: stateOf(row, organization, now),
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  by: row.byName,
  sentTo: row.sentTo,
  openedAt: row.openedAt?.toISOString() ?? null,
  submittedAt: row.submittedAt?.toISOString() ?? null,
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
    const before = (await findNewest(tx, organizationId)) ?? { reason: 'sent' as const, words: '', missing: [] }
    const { reason, words, missing } = before
    const created = isSent
      ? await mailPapersLink(house, tx, row, before)
      : await createPapersLink(tx, organizationId, { reason, words, missing, sentTo: '' })
    if (!isSent) {
      await expectPapers(tx, row, created.row.expiresAt)
      recordOnOrganization(tx, row, { action: 'tax-papers.link-copied' })
    }
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
