import type { Parsed } from '@hikmah/contract/endpoint'
import { organizationName } from '@hikmah/contract/organizations/words'
import {
  type papersLink as endpoints,
  LINK_UNKNOWN,
  type LinkEnding,
  linkEndings,
  type PapersRequest,
  whyNotRenewLink,
} from '@hikmah/contract/papers-link'
import { whyNotSendLink } from '@hikmah/contract/tax-verification/rules'
import type { LetterLanguage } from '@hikmah/contract/tax-verification/schemas'
import { and, eq, isNull } from 'drizzle-orm'
import type { House, Reads } from '../house.ts'
import type { PublicActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { sha256 } from '../kit/auth/tokens.ts'
import type { Db } from '../kit/db/db.ts'
import { conflict, invalid, Refusal, refuseIf } from '../kit/errors/refusal.ts'
import { limitGuesses } from '../kit/http/edge/link-guesses.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type OrganizationTableRow, organizations } from '../organizations/table.ts'
import { endingOf, type LinkRow, mailPapersLink } from './papers-link.ts'
import { lockTaxProfile } from './queries.ts'
import { handInSomething } from './submit-tax-papers.ts'
import { papersLinks, paperUploads } from './table.ts'

type Organization = Pick<OrganizationTableRow, 'id' | 'name' | 'status'>

const linkEnded = (ending: LinkEnding, current?: { language: LetterLanguage }) =>
  new Refusal(410, 'LINK_ENDED', linkEndings[ending], { why: ending, current })

export function assertTakesPapers(link: LinkRow, organization: Pick<Organization, 'status'>, now: Date) {
  const ending = endingOf(link, organization, now)
  if (ending) throw linkEnded(ending)
}

/** The link of a token, whether it still takes papers or not. */
export async function findPapersLink({ db, clock }: Reads, actor: PublicActor, token: string) {
  const found = await limitGuesses({ db, clock }, actor, 'papers-link', async () => {
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
  const showsState = ending === 'used' && link.expiresAt > now
  if (ending && !showsState) throw linkEnded(ending, { language: organization.letterLanguage })
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
    askedAt: link.askedAt.toISOString(),
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
    const documents = [...new Set(documentIds)].map((id, place) => {
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
    message: 'A new link was already sent. Check your email, or try again tomorrow.',
  })
  await house.change(linkHolder(actor, organization), async (tx) => {
    const row = await lockTaxProfile(tx, organization.id)
    await mailPapersLink(house, tx, row, link)
  })
}
