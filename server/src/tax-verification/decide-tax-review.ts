import type { TaxDecision, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission, UNDO_S } from '@hikmah/contract/tax-verification/words'
import type { Writes } from '../house.ts'
import { record } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import type { Db, Tx } from '../kit/db/db.ts'
import { assertVersion, conflict, invalid } from '../kit/http/refusal.ts'
import { post } from '../kit/mail/post.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { decisionLetter } from './letters.ts'
import { appendTaxEvents, lockTaxProfile, readTaxProfile, readTaxStatus, saveTaxProfile } from './queries.ts'
import { isDecided, isSame, type Settlement, settle } from './rules.ts'
import { keepForUndo } from './undo-tax-decision.ts'

const UNMASKED = { maskEin: false }
const NEWER_PAPERS = 'Newer papers were submitted. Look at them before you decide.'

/** Settles a review. The decision, its events, the audit entry and the letter commit together. */
export const decideTaxReview = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  decision: TaxDecision,
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    const { settlement, letter } = await evaluateDecision(tx, row, decision, actor)
    const isChanged = !isSame(row, settlement.after)
    if (isChanged || letter) recordDecision(tx, row, settlement, decision)
    const mailId = letter && (await post(tx, { ...letter, waitS: isChanged ? UNDO_S : 0 }))
    if (isChanged) {
      await save(tx, row, settlement)
      await keepForUndo(tx, row, mailId)
    }
    const saved = await readTaxStatus(tx, organizationId, UNMASKED)
    const papers = newestSubmission(saved)
    const isOwnEin = row.ein !== saved.taxIdEin && papers && papers.snapshot?.taxIdEin !== saved.taxIdEin
    // The audit trail, from which it is read, is written last in the transaction.
    return isOwnEin ? { ...saved, einChange: { by: actor.name, at: tx.at.toISOString() } } : saved
  })

/** The letter that saving this decision would send; writes nothing. */
export async function previewTaxLetter(db: Db, actor: StaffActor, organizationId: string, decision: TaxDecision) {
  const { letter } = await evaluateDecision(db, await readTaxProfile(db, organizationId), decision, actor)
  return letter && { to: letter.to, subject: letter.subject, text: letter.text }
}

/** What the decision comes to, refused by the rules or when it was made on what is not the newest any more. */
async function evaluateDecision(db: Db, row: OrganizationTableRow, decision: TaxDecision, actor: StaffActor) {
  const { version = row.taxVersion, submissionId } = decision
  if (version !== row.taxVersion || submissionId) {
    const current = await readTaxStatus(db, row.id, UNMASKED)
    assertVersion(version, current, current)
    if (submissionId !== newestSubmission(current)?._id) throw conflict(NEWER_PAPERS, current)
  }
  if (decision.message && row.email === '') {
    throw invalid('message', 'The organization has no e-mail address to send this to')
  }
  const settlement = settle(row, decision, actor.name)
  return { settlement, letter: decisionLetter(row, settlement, decision, actor.name) }
}

async function save(tx: Tx, row: OrganizationTableRow, { after, events }: Settlement) {
  const reviewedAt = (status: OrganizationTableRow['einStatus']) => (isDecided(status) ? tx.at : null)
  const isReopened = (is: OrganizationTableRow['einStatus'], was: typeof is) => is === 'Pending' && isDecided(was)
  await saveTaxProfile(tx, row, {
    ...after,
    ...(after.einStatus !== row.einStatus && { einReviewedAt: reviewedAt(after.einStatus) }),
    ...(after.exemptStatus !== row.exemptStatus && { exemptReviewedAt: reviewedAt(after.exemptStatus) }),
    // Who is reviewed again does not go to the end of the queue.
    ...(isReopened(after.einStatus, row.einStatus) && { einPendingSince: row.einPendingSince ?? tx.at }),
    ...(isReopened(after.exemptStatus, row.exemptStatus) && { exemptPendingSince: row.exemptPendingSince ?? tx.at }),
  })
  await appendTaxEvents(
    tx,
    row.id,
    events.map((event) => ({ ...event, snapshot: null })),
  )
}

function recordDecision(tx: Tx, row: OrganizationTableRow, { after }: Settlement, decision: TaxDecision) {
  const { ein, einStatus, taxExempt, exemptStatus } = row
  record(tx, {
    action: isSame(row, after) ? 'tax-review.message-sent' : 'tax-review.decided',
    entity: 'organization',
    entityId: row.id,
    entityName: row.name,
    organizationId: row.id,
    before: { ein, einStatus, taxExempt, exemptStatus },
    after: { ...after, reason: decision.reason || null, message: decision.message || null },
  })
}
