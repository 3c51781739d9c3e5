import { findContradictions } from '@hikmah/contract/tax-verification/against-record'
import { isUndoOver, lacksEin, UNDO_S } from '@hikmah/contract/tax-verification/rules'
import type { EinHolder, TaxEvent, TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { messageTitles, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { and, eq, gte, inArray, ne } from 'drizzle-orm'
import type { House, Writes } from '../house.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { StaffActor } from '../kit/auth/actor.ts'
import { conflict } from '../kit/errors/refusal.ts'
import { sendNow, takeBack } from '../kit/mail/post.ts'
import { secondsAfter } from '../kit/process/clock.ts'
import type { Tx } from '../kit/write/tx.ts'
import { type SentNotices, takeBackNotices } from '../notices/notify-staff.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { assertStillReasoned } from './against-record.ts'
import { keepVerdict } from './keep-verdict.ts'
import { type Claim, forgetDecisionTime, restoreClaim } from './open-tax-review.ts'
import { forgetPapersLink } from './papers-link.ts'
import {
  appendTaxEvents,
  appendTaxRequest,
  lockTaxProfile,
  readTaxEvidence,
  readTaxStatus,
  saveTaxProfile,
} from './queries.ts'
import { type EventDraft, pickProfile } from './settle-review.ts'
import { describeHolders, findEinsDecidedSince, followSharedEin, lockEinHolders } from './shared-ein.ts'
import { taxDecisionUndos } from './table.ts'

/** What a decision changes, and its undoing brings back. */
const changed = [
  ...(['ein', 'einStatus', 'einReviewedAt', 'einPendingSince'] as const),
  ...(['taxExempt', 'exemptStatus', 'exemptReviewedAt', 'exemptPendingSince'] as const),
  ...(['papersAskedAt', 'papersDueAt', 'papersArrivedAt', 'irsChangedAt', 'einShared'] as const),
  ...(['einAgainst', 'exemptAgainst', 'decidedById', 'decidedByName', 'decidedOutcome', 'decidedGroup'] as const),
]
type Standing = Pick<OrganizationTableRow, (typeof changed)[number]>

const standingOf = (row: Standing) => Object.fromEntries(changed.map((name) => [name, row[name]])) as Standing

interface Consequences {
  mailId: string | null
  /** Of the papers link that came with the letter. */
  linkId: string | null
  /** That the decision ended. */
  claim: Claim | null
  told: SentNotices
}

export const NOBODY_TOLD: SentNotices = { mails: [], notices: [] }

/** Whoever decides again is done with what they decided before: its letter need not wait any longer. */
export async function endEarlierUndos(tx: Tx, organizationId: string) {
  const { decidedBy, until, organizationId: id } = taxDecisionUndos
  const earlier = await tx
    .select({ id })
    .from(taxDecisionUndos)
    .where(and(eq(decidedBy, tx.by.id), gte(until, tx.at), ne(id, organizationId)))
    .orderBy(id)
    .for('update')
  if (earlier.length === 0) return
  const ended = await tx
    .delete(taxDecisionUndos)
    .where(
      inArray(
        id,
        earlier.map((undo) => undo.id),
      ),
    )
    .returning()
  await sendNow(
    tx,
    ended.flatMap(({ mailId, noticeMails }) => [...(mailId ? [mailId] : []), ...noticeMails]),
  )
}

export async function keepForUndo(tx: Tx, before: OrganizationTableRow, consequences: Consequences) {
  const { mailId, linkId, claim, told } = consequences
  const kept = {
    ...standingOf(before),
    version: before.taxVersion + 1,
    decidedBy: tx.by.id,
    until: secondsAfter(tx.at, UNDO_S),
    mailId,
    linkId,
    claimedBy: claim?.staffId ?? null,
    claimedByName: claim?.byName ?? null,
    claimedAt: claim?.at ?? null,
    noticeMails: told.mails,
    notices: told.notices,
  }
  await tx
    .insert(taxDecisionUndos)
    .values({ organizationId: before.id, ...kept })
    .onConflictDoUpdate({ target: taxDecisionUndos.organizationId, set: kept })
}

/** Makes a review stand as before the decision of that version, unless its letter left or something was saved since. */
export const undoTaxDecision = (
  { change, jobs }: Writes & Pick<House, 'jobs'>,
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
    await takeBackNotices(tx, { mails: undo.noticeMails, notices: undo.notices })
    if (undo.linkId) await forgetPapersLink(tx, undo.linkId)
    const before = standingOf(undo)
    if (lacksEin(before) && !lacksEin(row)) throw conflict(EXEMPTION_LACKS_EIN)
    const isOtherEin = before.ein !== row.ein
    const taxGroup = isOtherEin ? await keepVerdict(tx, { ...row, ...before }) : row.taxGroup
    await assertStandsAgain(tx, row, before)
    await saveTaxProfile(tx, row, { ...before, taxGroup })
    await followSharedEin({ jobs }, tx, row.id, row, before)
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

/** An approval that an undo brings back contradicts no more than when it was made. */
async function assertStandsAgain(tx: Tx, row: OrganizationTableRow, before: Standing) {
  const holders = before.einStatus === 'Approved' ? await lockEinHolders(tx, before.ein, row.id) : []
  if (row.einStatus !== 'Approved') await assertEinStaysFree(tx, row.id, holders)
  const contradictions = findContradictions(row, before, { verdict: await readTaxEvidence(tx, row.id), holders })
  assertStillReasoned(contradictions, [before.einAgainst, before.exemptAgainst])
}

/** Nobody was asked about this organization by whoever approved its EIN for another one after the decision. */
async function assertEinStaysFree(tx: Tx, organizationId: string, holders: EinHolder[]) {
  const approved = holders.filter(({ einStatus }) => einStatus === 'Approved')
  const decidedSince = await findEinsDecidedSince(tx, organizationId, approved)
  const since = approved.filter(({ _id }) => decidedSince.has(_id))
  if (since.length > 0)
    throw conflict(
      `The EIN was approved for another organization since: ${describeHolders(since)}. Decide on this review again.`,
    )
}

const WAITS_AGAIN = { title: messageTitles.record, message: 'The change is waiting to be reviewed again.' }

/** What was decided stays in the history, and so does that it was taken back. */
function undoneEvents(decided: OrganizationTableRow, before: Standing, reviewer: string): EventDraft[] {
  const undone = { title: messageTitles.undone, message: `${reviewer} took the decision back. No email was sent.` }
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
