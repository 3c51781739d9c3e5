import { consolePaths } from '@hikmah/contract/console-paths'
import type { Parsed } from '@hikmah/contract/endpoint'
import { isBlocked, organizationName } from '@hikmah/contract/organizations/words'
import type { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import { hasApproval, isWaiting } from '@hikmah/contract/tax-verification/rules'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import {
  DOCUMENT_TOO_LARGE,
  MAX_DOCUMENT_BYTES,
  messageTitles,
  taxEventTypes,
} from '@hikmah/contract/tax-verification/words'
import type { House, Settings } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { OrganizationActor } from '../kit/auth/actor.ts'
import { limit } from '../kit/auth/throttle.ts'
import { newId } from '../kit/db/ids.ts'
import { conflict, invalid } from '../kit/errors/refusal.ts'
import { contentTypeOf } from '../kit/files/files.ts'
import { DAY_S } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff } from '../notices/notify-staff.ts'
import { assertRunsOrganization, assertSameOrganization } from '../organization-team/member-sessions.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { keepVerdict } from './keep-verdict.ts'
import { appendTaxEvents, lockTaxProfile, readTaxProfile, readTaxStatus, saveTaxProfile } from './queries.ts'
import { type EventDraft, opens, pickProfile, snapshotOf, withdraws } from './settle-review.ts'
import { taxDocuments } from './table.ts'

type Papers = Parsed<typeof taxVerification.submitTaxPapers>['body']

const DOCUMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp']
/** Papers are kept for ever, so nobody may pile them up. */
const SUBMISSIONS_A_DAY = 50

const WITHDRAWN = { title: 'Withdrawn', message: 'The organization no longer claims the exemption.' }
const REOPENED = { title: 'Reopened', message: 'It was approved for another EIN, and is not claimed for this one.' }

/** The organization hands in its EIN and its claim of exemption; both wait for a decision from now on. */
export async function submitTaxPapers(house: House, actor: OrganizationActor, organizationId: string, papers: Papers) {
  assertSameOrganization(actor, organizationId)
  assertRunsOrganization(actor)
  const documents = papers.documents.map(readDocument)
  assertNotBlocked(await readTaxProfile(house.db, organizationId))
  await limit(house, {
    key: `tax-papers:${organizationId}`,
    max: SUBMISSIONS_A_DAY,
    windowS: DAY_S,
    message: 'Too many submissions. Try again tomorrow.',
  })
  const kept: KeptDocument[] = []
  for (const document of documents) {
    kept.push({ ...document, sha256: await house.files.keep(document.bytes) })
  }
  return house.change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    assertNotBlocked(row)
    await submit(house, tx, row, papers, kept)
    return withoutEvidence(await readTaxStatus(tx, organizationId, tx.at))
  })
}

/** What staff see beside the papers is theirs, and so is what became of the record of the IRS: only a decision is news. */
const withoutEvidence = (status: TaxStatus): TaxStatus => ({
  ...status,
  events: status.events
    .filter(({ messages }) => !messages.some(({ title }) => title === messageTitles.record))
    .map((event) => ({
      ...event,
      messages: event.messages.filter(({ title }) => title !== messageTitles.sharedEin),
      evidence: null,
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
})

type KeptDocument = ReturnType<typeof readDocument> & { sha256: string }

function readDocument({ name, data }: Papers['documents'][number], index: number) {
  const field = `documents.${index}.data`
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MAX_DOCUMENT_BYTES) throw invalid(field, DOCUMENT_TOO_LARGE)
  const contentType = contentTypeOf(bytes)
  if (!contentType || !DOCUMENT_TYPES.includes(contentType)) {
    throw invalid(field, 'Only PDF, PNG, JPEG and WebP documents are accepted')
  }
  return { name, bytes, contentType }
}

function assertNotBlocked({ status }: OrganizationTableRow) {
  if (isBlocked(status)) throw conflict('This organization is blocked; its documents cannot be submitted')
}

async function submit(house: Settings, tx: Tx, row: OrganizationTableRow, papers: Papers, documents: KeptDocument[]) {
  const { taxIdEin, taxExempt } = papers
  const open = opens(row, { taxIdEin, taxExempt, hasDocuments: documents.length > 0 })
  const isWithdrawn = withdraws(row, papers)
  const isOpened = open.ein || open.exemption
  if (!isOpened && documents.length > 0) {
    throw invalid('documents', 'The EIN is already approved; there is nothing to review')
  }
  if (!isOpened && !isWithdrawn) return
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
    // Where nothing stays approved, and so for another EIN, there is no decision that the record would speak against.
    ...(!hasApproval(after) && { irsChangedAt: null }),
    taxGroup: await keepVerdict(tx, { ...row, ...after }),
    taxResubmitted: Boolean((open.ein && row.einSubmittedAt) || (open.exemption && row.exemptSubmittedAt)),
    ...(open.ein && { einSubmittedAt: tx.at, einReviewedAt: null }),
    ...(open.exemption && { exemptSubmittedAt: tx.at, exemptReviewedAt: null }),
    ...(isWithdrawn && { exemptSubmittedAt: null, exemptPendingSince: null, exemptReviewedAt: null }),
  })

  const snapshot = snapshotOf(row, taxIdEin, taxExempt)
  const draft = (eventType: EventDraft['eventType'], before: Date | null, messages: EventDraft['messages'] = []) => ({
    eventType,
    status: before ? ('Resubmitted' as const) : ('Submitted' as const),
    messages,
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
    after: { ...after, documents: documents.map((document) => document.name) },
  })
  if (!isOpened) return
  await notifyStaff(house, tx, 'tax-papers', {
    subject: `Tax documents of ${organizationName(row.name)}`,
    line: `${organizationName(row.name)} submitted tax documents for review.`,
    path: consolePaths.taxReview(row.id),
  })
}

async function saveDocuments(tx: Tx, organizationId: string, eventId: string, documents: KeptDocument[]) {
  if (documents.length === 0) return
  // They are read in the order of their ids, which of one moment come in no order.
  const ids = documents.map(newId).toSorted()
  await tx.insert(taxDocuments).values(
    documents.map(({ name, contentType, bytes, sha256 }, place) => ({
      id: ids[place]!,
      organizationId,
      eventId,
      name,
      contentType,
      size: bytes.length,
      sha256,
      createdAt: tx.at,
    })),
  )
}
