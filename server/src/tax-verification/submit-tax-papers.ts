import { consolePaths } from '@hikmah/contract/console-paths'
import type { Parsed } from '@hikmah/contract/endpoint'
import { isBlocked, nameInText } from '@hikmah/contract/organizations/words'
import { type PaperSource, paperSources, type papersLink } from '@hikmah/contract/papers-link'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import {
  DOCUMENT_TOO_LARGE,
  documentTypes,
  MAX_DOCUMENT_BYTES,
  MAX_SUBMITTED_BYTES,
  NOT_A_DOCUMENT,
  SUBMITTED_TOO_LARGE,
} from '@hikmah/contract/tax-verification/papers'
import { hasApproval, isWaiting, whyNotAttachPapers } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { messageTitles, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import type { Files, House, Notifies } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { OrganizationActor, StaffActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid, refuseIf } from '../kit/errors/refusal.ts'
import { contentTypeOf } from '../kit/files/files.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { assertRunsOrganization, assertSameOrganization } from '../organization-team/member-sessions.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { keepVerdict } from './keep-verdict.ts'
import { appendTaxEvents, lockTaxProfile, readTaxProfile, readTaxStatus, saveTaxProfile } from './queries.ts'
import { type EventDraft, opens, pickProfile, snapshotOf, withdraws } from './settle-review.ts'
import { followSharedEin } from './shared-ein.ts'
import { taxDocuments } from './table.ts'

type Papers = Parsed<typeof taxVerification.submitTaxPapers>['body']

/** Papers are kept for ever, so nobody may pile them up. */
const SUBMISSIONS_A_DAY = 50

const WITHDRAWN = { title: 'Withdrawn', message: 'The organization no longer claims the exemption.' }
const NO_LETTER = {
  title: messageTitles.noLetter,
  message: 'The organization says that it has none.',
}
const NOTHING_TO_REVIEW = 'The EIN is already approved; there is nothing to review'
const REOPENED = { title: 'Reopened', message: 'It was approved for another EIN, and is not claimed for this one.' }

/** The organization hands in its EIN and its claim of exemption; both wait for a decision from now on. */
export async function submitTaxPapers(house: House, actor: OrganizationActor, organizationId: string, papers: Papers) {
  assertSameOrganization(actor, organizationId)
  assertRunsOrganization(actor)
  const documents = papers.documents.map((document, place) =>
    readDocument(document, place, MAX_SUBMITTED_BYTES, SUBMITTED_TOO_LARGE),
  )
  assertNotBlocked(await readTaxProfile(house.db, organizationId))
  await limit(house, {
    key: `tax-papers:${organizationId}`,
    max: SUBMISSIONS_A_DAY,
    windowS: DAY_S,
    message: 'Too many submissions. Try again tomorrow.',
  })
  return house.change(actor, async (tx) => {
    const kept = await keepDocuments(house, tx, documents)
    const row = await lockTaxProfile(tx, organizationId)
    assertNotBlocked(row)
    await handIn(house, tx, row, papers, kept)
    return withoutEvidence(await readTaxStatus(tx, organizationId, tx.at))
  })
}

/** Papers that came by mail or in person, submitted under the name of whoever attaches them. */
export async function attachPapers(
  house: House,
  actor: StaffActor,
  organizationId: string,
  { source, ...papers }: Parsed<typeof papersLink.attachPapers>['body'],
): Promise<TaxStatus> {
  const documents = papers.documents.map((document, place) =>
    readDocument(document, place, MAX_DOCUMENT_BYTES, DOCUMENT_TOO_LARGE),
  )
  refuseIf(whyNotAttachPapers(await readTaxProfile(house.db, organizationId)))
  return house.change(actor, async (tx) => {
    const kept = await keepDocuments(house, tx, documents)
    const row = await lockTaxProfile(tx, organizationId)
    refuseIf(whyNotAttachPapers(row))
    await handInSomething(house, tx, row, { ...papers, source }, kept)
    return readTaxStatus(tx, organizationId, tx.at)
  })
}

/** What staff see beside the papers is theirs, and so is what became of the record of the IRS: only a decision is news. */
const withoutEvidence = (status: TaxStatus): TaxStatus => ({
  ...status,
  events: status.events
    .filter(
      ({ eventType, messages }) =>
        eventType !== taxEventTypes.record && !messages.some(({ title }) => title === messageTitles.record),
    )
    .map((event) => ({
      ...event,
      messages: event.messages.filter(({ title }) => !forStaffAlone.includes(title)),
      evidence: null,
      against: null,
    })),
  waitingSince: isWaiting({
    einStatus: status.taxIdEinDetail.status,
    exemptStatus: status.taxExemptDetail.status,
  })
    ? status.waitingSince
    : null,
  verdict: null,
  irsChange: null,
  claim: null,
  holders: [],
})

const forStaffAlone: string[] = [messageTitles.sharedEin, messageTitles.withoutPaper]

interface KeptDocument {
  name: string
  contentType: string
  size: number
  sha256: string
}

async function keepDocuments(
  { files }: Files,
  tx: Tx,
  documents: ReturnType<typeof readDocument>[],
): Promise<KeptDocument[]> {
  const kept: KeptDocument[] = []
  for (const { bytes, name, contentType } of documents)
    kept.push({ name, contentType, size: bytes.length, sha256: await files.keep(tx, bytes) })
  return kept
}

function readDocument({ name, data }: Papers['documents'][number], index: number, max: number, tooLarge: string) {
  const field = `documents.${index}.data`
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > max) throw invalid(field, tooLarge)
  const contentType = contentTypeOf(bytes)
  if (!contentType || !documentTypes.includes(contentType)) throw invalid(field, NOT_A_DOCUMENT)
  return { name, bytes, contentType }
}

function assertNotBlocked({ status }: OrganizationTableRow) {
  if (isBlocked(status)) throw conflict('This organization is blocked; its documents cannot be submitted')
}

interface Claim {
  taxIdEin: string
  taxExempt: boolean
  /** The organization says that it has no determination letter. */
  hasNoLetter?: boolean
  /** How papers came that staff attach. */
  source?: PaperSource
}

/** As `handIn`; refused where nothing is to be reviewed. */
export async function handInSomething(...handedIn: Parameters<typeof handIn>): Promise<void> {
  if (!(await handIn(...handedIn))) throw conflict(NOTHING_TO_REVIEW)
}

/** Opens the reviews that the claim is about, and tells staff. Resolves with whether anything changed. */
async function handIn(
  house: Notifies & Pick<House, 'jobs'>,
  tx: Tx,
  row: OrganizationTableRow,
  claim: Claim,
  documents: KeptDocument[],
): Promise<boolean> {
  const { taxIdEin, taxExempt, hasNoLetter, source } = claim
  const open = opens(row, { taxIdEin, taxExempt, hasDocuments: documents.length > 0 })
  const isWithdrawn = withdraws(row, claim)
  const isOpened = open.ein || open.exemption
  if (!isOpened && documents.length > 0) throw invalid('documents', NOTHING_TO_REVIEW)
  if (!isOpened && !isWithdrawn) return false
  const exemptStatus = open.exemption ? ('Pending' as const) : isWithdrawn ? null : row.exemptStatus
  const after = {
    ein: taxIdEin,
    einStatus: open.ein ? ('Pending' as const) : row.einStatus,
    // What the organization says of itself; an exemption stays as long as it is approved.
    taxExempt: taxExempt || exemptStatus === 'Approved',
    exemptStatus,
  }
  await saveTaxProfile(tx, row, {
    ...after,
    papersAskedAt: null,
    papersDueAt: null,
    ...(row.papersAskedAt && { papersArrivedAt: tx.at }),
    ...(documents.length > 0 && { hasPapers: true }),
    // Where nothing stays approved, and so for another EIN, there is no decision that the record would speak against.
    ...(!hasApproval(after) && { irsChangedAt: null, einShared: false }),
    taxGroup: await keepVerdict(tx, { ...row, ...after }),
    taxResubmitted: Boolean((open.ein && row.einSubmittedAt) || (open.exemption && row.exemptSubmittedAt)),
    ...(open.ein && { einSubmittedAt: tx.at, einReviewedAt: null }),
    ...(open.exemption && { exemptSubmittedAt: tx.at, exemptReviewedAt: null }),
    ...(isWithdrawn && { exemptSubmittedAt: null, exemptPendingSince: null, exemptReviewedAt: null }),
  })

  await followSharedEin(house, tx, row.id, row, after)

  const snapshot = snapshotOf(row, taxIdEin, taxExempt)
  const remarks = [
    ...(hasNoLetter ? [NO_LETTER] : []),
    ...(source ? [{ title: messageTitles.source, message: paperSources[source] }] : []),
  ]
  const draft = (eventType: EventDraft['eventType'], before: Date | null, messages: EventDraft['messages'] = []) => ({
    eventType,
    status: before ? ('Resubmitted' as const) : ('Submitted' as const),
    messages: [...messages, ...remarks],
    snapshot,
  })
  const events = [
    ...(open.ein ? [draft(taxEventTypes.ein, row.einSubmittedAt)] : []),
    ...(open.exemption ? [draft(taxEventTypes.exemption, row.exemptSubmittedAt, taxExempt ? [] : [REOPENED])] : []),
  ]
  const withdrawal = isWithdrawn ? [draft(taxEventTypes.exemption, tx.at, [WITHDRAWN])] : []
  const eventIds = await appendTaxEvents(tx, row.id, [...events, ...withdrawal])
  // The exemption's event where it is opened: it comes last of these.
  await saveDocuments(tx, row.id, eventIds[events.length - 1]!, documents)

  recordOnOrganization(tx, row, {
    action: 'tax-papers.submitted',
    before: pickProfile(row),
    after: { ...after, documents: documents.map((document) => document.name), source: source ?? null },
  })
  if (!isOpened) return true
  await notifyStaff(house, tx, 'tax-papers', {
    subject: `Tax documents of ${nameInText(row.name)}`,
    line: `${nameInText(row.name)} submitted tax documents for review.`,
    path: consolePaths.taxReview(row.id),
  })
  return true
}

async function saveDocuments(tx: Tx, organizationId: string, eventId: string, documents: KeptDocument[]) {
  if (documents.length === 0) return
  // They are read in the order of their ids, which of one moment come in no order.
  const ids = documents.map(newId).toSorted()
  await tx.insert(taxDocuments).values(
    documents.map((document, place) => ({
      ...document,
      id: ids[place]!,
      organizationId,
      eventId,
      createdAt: tx.at,
    })),
  )
}
