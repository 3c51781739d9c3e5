import { isUndoOver, lacksEin } from '@hikmah/contract/tax-verification/rules'
import type { TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { messageTitles, taxEventTypes, UNDO_S } from '@hikmah/contract/tax-verification/words'
import { eq } from 'drizzle-orm'
import type { Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { takeBack } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { type Claim, restoreClaim } from './claims.ts'
import { forgetDecisionTime } from './decision-times.ts'
import { keepVerdict } from './keep-verdict.ts'
import { appendTaxEvents, appendTaxRequest, lockTaxProfile, readTaxStatus, saveTaxProfile } from './queries.ts'
import { type EventDraft, pickProfile } from './rules.ts'
import { describeHolders, findEinsDecidedSince, lockEinHolders } from './shared-ein.ts'
import { taxDecisionUndos } from './table.ts'

const changed = [
  ...(['ein', 'einStatus', 'einReviewedAt', 'einPendingSince'] as const),
  ...(['taxExempt', 'exemptStatus', 'exemptReviewedAt', 'exemptPendingSince'] as const),
  ...(['papersAskedAt', 'irsChangedAt'] as const),
]
type Standing = Pick<OrganizationTableRow, (typeof changed)[number]>

const standingOf = (row: Standing) => Object.fromEntries(changed.map((name) => [name, row[name]])) as Standing

export async function keepForUndo(tx: Tx, before: OrganizationTableRow, mailId: string | null, claim: Claim | null) {
  const kept = {
    ...standingOf(before),
    version: before.taxVersion + 1,
    decidedBy: tx.by.id,
    until: secondsAfter(tx.at, UNDO_S),
    mailId,
    claimedBy: claim?.staffId ?? null,
    claimedByName: claim?.byName ?? null,
    claimedAt: claim?.at ?? null,
  }
  await tx
    .insert(taxDecisionUndos)
    .values({ organizationId: before.id, ...kept })
    .onConflictDoUpdate({ target: taxDecisionUndos.organizationId, set: kept })
}

/** Makes a review stand as before the decision of that version, unless its letter left or something was saved since. */
export const undoTaxDecision = (
  { change }: Writes,
  actor: StaffActor,
  organizationId: string,
  { version }: { version: number },
): Promise<TaxStatus> =>
  change(actor, async (tx) => {
    const row = await lockTaxProfile(tx, organizationId)
    const [undo] = await tx
      .delete(taxDecisionUndos)
      .where(eq(taxDecisionUndos.organizationId, organizationId))
      .returning()
    const isMine = undo?.version === version && undo.decidedBy === actor.id && row.taxVersion === version
    if (!isMine || isUndoOver(undo.until, tx.at) || (undo.mailId && !(await takeBack(tx, undo.mailId)))) {
      throw conflict('This decision can no longer be undone. Reopen the review instead.')
    }
    const before = standingOf(undo)
    if (lacksEin(before) && !lacksEin(row)) throw conflict(EXEMPTION_LACKS_EIN)
    await assertEinStaysFree(tx, row, before)
    const isOtherEin = before.ein !== row.ein
    const taxGroup = isOtherEin ? await keepVerdict(tx, { ...row, ...before }) : row.taxGroup
    await saveTaxProfile(tx, row, { ...before, taxGroup })
    const { claimedBy: staffId, claimedByName: byName, claimedAt: at } = undo
    if (staffId && byName !== null && at) await restoreClaim(tx, { organizationId, staffId, byName, at })
    await forgetDecisionTime(tx, row)
    await appendTaxEvents(tx, row.id, undoneEvents(row, before, actor.name))
    const hasAsked = row.papersAskedAt && row.papersAskedAt.getTime() !== before.papersAskedAt?.getTime()
    if (hasAsked) await appendTaxRequest(tx, row.id, 'Undone')
    recordOnOrganization(tx, row, {
      action: 'tax-review.decision-undone',
      before: pickProfile(row),
      after: pickProfile(before),
    })
    return readTaxStatus(tx, organizationId, tx.at)
  })

const EXEMPTION_LACKS_EIN =
  'Undoing this would leave the exemption approved without an approved EIN. Decide on this review again.'

/** Nobody was asked about this organization by whoever approved its EIN for another one after the decision. */
async function assertEinStaysFree(tx: Tx, { id, einStatus }: OrganizationTableRow, before: Standing) {
  if (before.einStatus !== 'Approved' || einStatus === 'Approved') return
  const holders = (await lockEinHolders(tx, before.ein, id)).filter((holder) => holder.einStatus === 'Approved')
  const decidedSince = await findEinsDecidedSince(tx, id, holders)
  const since = holders.filter((holder) => decidedSince.has(holder.id))
  if (since.length > 0)
    throw conflict(
      `The EIN was approved for another organization since: ${describeHolders(since)}. Decide on this review again.`,
    )
}

const WAITS_AGAIN = { title: messageTitles.record, message: 'The change is waiting to be reviewed again.' }

/** What was decided stays in the history, and so does that it was taken back. */
function undoneEvents(decided: OrganizationTableRow, before: Standing, reviewer: string): EventDraft[] {
  const undone = { title: messageTitles.undone, message: `${reviewer} took the decision back. No e-mail was sent.` }
  const draft = (eventType: TaxEvent['eventType'], status: TaxEvent['status'] | null): EventDraft => ({
    eventType,
    status: status ?? 'Pending',
    messages: [undone],
  })
  const events = [
    ...(decided.einStatus === before.einStatus ? [] : [draft(taxEventTypes.ein, before.einStatus)]),
    ...(decided.exemptStatus === before.exemptStatus ? [] : [draft(taxEventTypes.exemption, before.exemptStatus)]),
  ]
  const isLookUndone = events.length === 0 && before.irsChangedAt && !decided.irsChangedAt
  return isLookUndone
    ? [{ eventType: taxEventTypes.record, status: 'Changed', messages: [WAITS_AGAIN, undone] }]
    : events
}
