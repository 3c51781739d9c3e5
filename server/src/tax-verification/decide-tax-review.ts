import { isDeepStrictEqual } from 'node:util'
import { describeVerdict, type VerdictGroup } from '@hikmah/contract/irs-registry/words'
import { isDecided, isWaiting, reopens, UNDO_S } from '@hikmah/contract/tax-verification/rules'
import {
  type EinHolder,
  newestSubmission,
  type TaxDecision,
  type TaxEvidence,
} from '@hikmah/contract/tax-verification/schemas'
import { describeCodes, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { and, eq } from 'drizzle-orm'
import type { House, Notifies, Reads, Settings, Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db } from '../kit/db/db.ts'
import { assertVersion, conflict } from '../kit/errors/refusal.ts'
import { post } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { previewOf } from '../organizations/write-letter.ts'
import { assertReasoned, contradictionsIn, leavesUnreasoned, tellOwners, withAgainst } from './against-record.ts'
import { keepVerdict, keepVerdictOfReopened } from './keep-verdict.ts'
import { decisionLetter, hasLetter, linkReasonOf } from './letters.ts'
import { endClaim, keepDecisionTime } from './open-tax-review.ts'
import { createPapersLink, papersUrl } from './papers-link.ts'
import {
  appendTaxEvents,
  appendTaxRequest,
  lockTaxProfile,
  readTaxEvidence,
  readTaxProfile,
  readTaxStatus,
  saveTaxProfile,
} from './queries.ts'
import { type EventDraft, isSame, missingIn, pickProfile, type Settlement, settle } from './settle-review.ts'
import { describeHolders, followSharedEin, lockEinHolders, withHolders } from './shared-ein.ts'
import { taxRequests } from './table.ts'
import { endEarlierUndos, keepForUndo, NOBODY_TOLD } from './undo-tax-decision.ts'

const NEWER_PAPERS = 'Newer documents were submitted. Look at them before you decide.'

export const decideTaxReview = (
  house: Writes & Notifies & Pick<House, 'jobs'>,
  actor: StaffActor,
  organizationId: string,
  decision: TaxDecision,
) =>
  house.change(actor, async (tx) => {
    const { config, jobs } = house
    const row = await lockTaxProfile(tx, organizationId)
    const { settlement, told } = await evaluateDecision(tx, row, decision, actor, tx.at)
    if (await isAskedAlready(tx, row, settlement)) return readTaxStatus(tx, organizationId, tx.at)
    const seen = await readSeen(tx, row, settlement)
    const contradictions = contradictionsIn(row, settlement, seen.evidence, seen.holders)
    assertReasoned(contradictions, decision.againstRecord)
    const link = await createLinkFor(tx, row, told, decision)
    const letter = decisionLetter(row, told, decision, actor.name, link ? papersUrl(config.publicUrl, link.token) : '')
    const isChanged = !isSame(row, settlement.after) || settlement.isConfirmed || settlement.request !== null
    if (isChanged || letter) recordDecision(tx, row, settlement, decision, seen.holders)
    const mailId = letter && (await post(tx, { ...letter, hidden: link?.token ?? '', waitS: isChanged ? UNDO_S : 0 }))
    if (isChanged) {
      const events = withAgainst(withHolders(settlement.events, seen.holders), decision.againstRecord)
      const isOpen = leavesUnreasoned(row, settlement.after, seen, decision.againstRecord)
      await save(tx, row, { ...settlement, events }, { ...seen, isOpen }, link?.row.expiresAt ?? null)
      await followSharedEin({ jobs }, tx, row.id, row, settlement.after)
      const endsClaim = settlement.events.length > 0 || settlement.request !== null
      const claim = endsClaim ? await endClaim(tx, row.id) : null
      const told = contradictions.length > 0 ? await tellOwners(house, tx, row, contradictions) : NOBODY_TOLD
      await endEarlierUndos(tx, row.id)
      await keepForUndo(tx, row, { mailId, linkId: link?.row.id ?? null, claim, told })
    }
    const saved = await readTaxStatus(tx, organizationId, tx.at)
    const papers = newestSubmission(saved)
    const isOwnEin = row.ein !== saved.taxIdEin && papers && papers.snapshot?.taxIdEin !== saved.taxIdEin
    // The audit trail, from which it is read, is written last in the transaction.
    return isOwnEin ? { ...saved, einChange: { by: actor.name, at: tx.at.toISOString() } } : saved
  })

/** The same was asked for a moment ago, such as by a second press, and its letter has not left. */
async function isAskedAlready(tx: Tx, row: OrganizationTableRow, { after, request }: Settlement): Promise<boolean> {
  if (!request || !row.papersAskedAt || !isSame(row, after)) return false
  if (row.papersAskedAt < secondsAfter(tx.at, -UNDO_S)) return false
  const { reasonCode, reason, missing, message } = taxRequests
  const [last] = await tx
    .select({ reasonCode, reason, missing, message })
    .from(taxRequests)
    .where(and(eq(taxRequests.organizationId, row.id), eq(taxRequests.at, row.papersAskedAt)))
  return isDeepStrictEqual(last, request)
}

/** With a letter that asks for papers comes the link to send them with. */
async function createLinkFor(tx: Tx, row: OrganizationTableRow, told: Settlement, decision: TaxDecision) {
  const reason = linkReasonOf(row, told)
  if (!reason || !hasLetter(row, told, decision)) return undefined
  const asks = reason === 'rejected' || reason === 'asked'
  const words = (asks ? decision.reason : decision.reason || decision.message) ?? ''
  return createPapersLink(tx, row.id, {
    reason,
    words,
    missing: asks ? missingIn(decision) : [],
    sentTo: row.email,
    isReminded: asks,
  })
}

export async function previewTaxLetter(
  house: Reads & Settings,
  actor: StaffActor,
  organizationId: string,
  decision: TaxDecision,
) {
  const { db, clock, config } = house
  const row = await readTaxProfile(db, organizationId)
  const { told } = await evaluateDecision(db, row, decision, actor, clock.now())
  const letter = decisionLetter(row, told, decision, actor.name, papersUrl(config.publicUrl, '…'))
  return letter && previewOf(letter, house)
}

/** What the decision comes to, refused by the rules or when it was made on what is not the newest any more. */
async function evaluateDecision(
  db: Db,
  row: OrganizationTableRow,
  decision: TaxDecision,
  actor: StaffActor,
  now: Date,
) {
  const { version = row.taxVersion, submissionId } = decision
  if (version !== row.taxVersion || submissionId) {
    const current = await readTaxStatus(db, row.id, now)
    await assertVersion(version, current, async () => current)
    if (submissionId !== newestSubmission(current)?._id) throw conflict(NEWER_PAPERS, current)
  }
  const settlement = settle(row, decision, actor.name)
  // What only stays is no news to the organization.
  const told = settlement.isConfirmed ? { ...settlement, events: [] } : settlement
  return { settlement, told }
}

interface Seen {
  /** The verdict on the EIN that is decided on. */
  evidence: TaxEvidence | null
  /** Of another EIN, which was looked up for this. */
  group: VerdictGroup | undefined
  /** Who else holds that EIN, where it is approved or others came to hold it. */
  holders: EinHolder[]
}

const approves = (events: EventDraft[]) => events.some(({ status }) => status === 'Approved')

/** What a decision is made on: what stood, or for another EIN what the registry says of it. */
async function readSeen(tx: Tx, row: OrganizationTableRow, { after, events }: Settlement): Promise<Seen> {
  const group = after.ein === row.ein ? undefined : await keepVerdict(tx, { ...row, ...after })
  const evidence = await readTaxEvidence(tx, row.id)
  const concernsHolders = row.einShared || approves(events)
  return { evidence, group, holders: concernsHolders ? await lockEinHolders(tx, after.ein, row.id) : [] }
}

async function save(
  tx: Tx,
  row: OrganizationTableRow,
  { after, events, request }: Settlement,
  { evidence, group, isOpen }: Seen & { isOpen: boolean },
  linkEndsAt: Date | null,
) {
  const isAnswered = events.length > 0
  const reviewedAt = (status: OrganizationTableRow['einStatus']) => (isDecided(status) ? tx.at : null)
  const decided = events.filter(({ status }) => isDecided(status))
  const outcome = evidence?.outcome ?? null
  await saveTaxProfile(tx, row, {
    ...after,
    papersAskedAt: request ? tx.at : isWaiting(after) ? row.papersAskedAt : null,
    ...(request && { papersArrivedAt: null }),
    ...((request || row.papersDueAt) && linkEndsAt && { papersDueAt: linkEndsAt }),
    // It waits on because of the changed record until what that speaks against is decided too.
    ...(isAnswered && !isOpen && { irsChangedAt: null, einShared: false }),
    ...(group && { taxGroup: group }),
    // While it was approved it was looked up without its namesakes.
    ...(!group && reopens(row.einStatus, after.einStatus) && { taxGroup: await keepVerdictOfReopened(tx, row) }),
    ...(after.einStatus !== row.einStatus && { einReviewedAt: reviewedAt(after.einStatus) }),
    ...(after.exemptStatus !== row.exemptStatus && { exemptReviewedAt: reviewedAt(after.exemptStatus) }),
    // A reopened review keeps its place in the queue.
    ...(reopens(row.einStatus, after.einStatus) && { einPendingSince: row.einPendingSince ?? tx.at }),
    ...(reopens(row.exemptStatus, after.exemptStatus) && { exemptPendingSince: row.exemptPendingSince ?? tx.at }),
    ...(decided.length > 0 && {
      decidedById: tx.by.id,
      decidedByName: tx.by.name,
      decidedOutcome: outcome,
      decidedGroup: describeVerdict(outcome).group,
    }),
    ...againstColumns(decided),
  })
  await appendTaxEvents(
    tx,
    row.id,
    events.map((event) => ({ ...event, evidence })),
  )
  if (request) await appendTaxRequest(tx, row.id, 'Asked', request)
  if (decided.length > 0) await keepDecisionTime(tx, row, outcome)
}

function againstColumns(decided: EventDraft[]) {
  const [ein, exemption] = (['ein', 'exemption'] as const).map((kind) =>
    decided.find(({ eventType }) => eventType === taxEventTypes[kind]),
  )
  return {
    ...(ein && { einAgainst: ein.against ?? null }),
    ...(exemption && { exemptAgainst: exemption.against ?? null }),
  }
}

function recordDecision(
  tx: Tx,
  row: OrganizationTableRow,
  settlement: Settlement,
  decision: TaxDecision,
  holders: EinHolder[],
) {
  const { after, isConfirmed, request } = settlement
  const { reason, reasonCode, message, againstRecord, withoutPaper } = decision
  const missing = missingIn(decision)
  const kind = isSame(row, after) ? 'message-sent' : 'decided'
  recordOnOrganization(tx, row, {
    action: request ? 'tax-review.papers-requested' : `tax-review.${isConfirmed ? 'confirmed' : kind}`,
    before: pickProfile(row),
    after: {
      ...after,
      reasonCode: reasonCode ?? null,
      reason: reason || null,
      missing: missing.length > 0 ? missing : null,
      message: message || null,
      einSharedWith: holders.length > 0 && approves(settlement.events) ? describeHolders(holders) : null,
      against: againstRecord ? describeCodes(againstRecord.codes) : null,
      againstReason: againstRecord?.reason ?? null,
      withoutPaper: withoutPaper || null,
    },
  })
}
