import type { Contradiction, ContradictionCode } from '@hikmah/contract/common'
import { consolePaths } from '@hikmah/contract/console-paths'
import { isolatedInEnglish } from '@hikmah/contract/isolates'
import { nameInText } from '@hikmah/contract/organizations/words'
import {
  AGAINST_REFUSAL,
  AGAINST_THE_RECORD,
  codesOf,
  findContradictions,
  hasSameCodes,
  NOT_AGAINST,
} from '@hikmah/contract/tax-verification/against-record'
import { UNDO_S } from '@hikmah/contract/tax-verification/rules'
import type {
  AgainstRecord,
  EinHolder,
  KeptAgainst,
  TaxEvent,
  TaxEvidence,
} from '@hikmah/contract/tax-verification/schemas'
import { taxEventTypes } from '@hikmah/contract/tax-verification/words'
import type { Notifies } from '../house.ts'
import { conflict, Refusal } from '../kit/errors/refusal.ts'
import type { Tx } from '../kit/write/tx.ts'
import { notifyStaff, type SentNotices } from '../notices/notify-staff.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import type { EventDraft, Settlement, TaxProfile } from './settle-review.ts'

/** What is decided contradicts the record as it is now, in this transaction. Refused unless exactly that was said, with why. */
export function assertReasoned(contradictions: Contradiction[], against: AgainstRecord | undefined): void {
  if (hasSameCodes(contradictions, against?.codes ?? [])) return
  const message = contradictions.length > 0 ? AGAINST_REFUSAL : NOT_AGAINST
  throw new Refusal(409, 'AGAINST_RECORD', message, { contradictions })
}

export const contradictionsIn = (
  before: TaxProfile,
  { after, isConfirmed }: Pick<Settlement, 'after' | 'isConfirmed'>,
  verdict: TaxEvidence | null,
  holders: EinHolder[],
) => findContradictions(before, after, { verdict, holders }, { isConfirmed })

const ofApproval: readonly ContradictionCode[] = ['NAME_DIFFERS', 'EIN_OF_ANOTHER']
const ofExemption: readonly ContradictionCode[] = [...ofApproval, 'REVOKED', 'NOT_C3', 'NOT_DEDUCTIBLE']

/** With each event stays what it contradicts itself: a revocation says nothing about the EIN beside the exemption. */
function againstOf(
  { eventType, status }: Pick<TaxEvent, 'eventType' | 'status'>,
  against: AgainstRecord | undefined,
): KeptAgainst | null {
  const concerned: Partial<Record<TaxEvent['status'], readonly ContradictionCode[]>> = {
    Approved: eventType === taxEventTypes.ein ? ofApproval : ofExemption,
    Rejected: ['REJECTED_MATCH'],
  }
  const codes = codesOf((against?.codes ?? []).map((code) => ({ code }))).filter((code) =>
    concerned[status]?.includes(code),
  )
  return against && codes.length > 0 ? { codes, reason: against.reason } : null
}

export const withAgainst = (events: EventDraft[], against: AgainstRecord | undefined): EventDraft[] =>
  events.map((event) => ({ ...event, against: againstOf(event, against) }))

/** The other owners hear of it once; a decision that is undone takes back what they have not read. */
export async function tellOwners(
  house: Notifies,
  tx: Tx,
  { id, name }: OrganizationTableRow,
  contradictions: Contradiction[],
): Promise<SentNotices> {
  const who = nameInText(name)
  return notifyStaff(house, tx, 'against-record', {
    subject: `Decided ${AGAINST_THE_RECORD}: ${who}`,
    line: `${isolatedInEnglish(tx.by.name)} decided on the taxes of ${who} ${AGAINST_THE_RECORD}. ${contradictions.map(({ text }) => text).join(' ')}`,
    path: consolePaths.taxReview(id),
    exceptId: tx.by.id,
    waitS: UNDO_S,
  })
}

/** Whether an approval is left as it stands although the record speaks against it, and nobody has said why. */
export function leavesUnreasoned(
  before: OrganizationTableRow,
  after: TaxProfile,
  { evidence, holders }: { evidence: TaxEvidence | null; holders: EinHolder[] },
  against: AgainstRecord | undefined,
): boolean {
  const contradictions = contradictionsIn(
    before,
    { after, isConfirmed: true },
    evidence,
    before.einShared ? holders : [],
  )
  return findUnreasoned(contradictions, [against, ...keptReasons(before)]).length > 0
}

/** A reason for those that held the EIN then is none for who came to hold it since. */
const keptReasons = ({ einAgainst, exemptAgainst, einShared }: OrganizationTableRow) =>
  [einAgainst, exemptAgainst].map(
    (kept) => kept && { ...kept, codes: kept.codes.filter((code) => !(einShared && code === 'EIN_OF_ANOTHER')) },
  )

/** Whoever rejected it then answers for that: only what an approval contradicts stays open. */
function findUnreasoned(contradictions: Contradiction[], kept: (KeptAgainst | null | undefined)[]): Contradiction[] {
  const reasoned = kept.flatMap((against) => against?.codes ?? [])
  return contradictions.filter(({ code }) => code !== 'REJECTED_MATCH' && !reasoned.includes(code))
}

/** An approval comes back only with what its own reason, kept when it was made, accounts for. */
export function assertStillReasoned(contradictions: Contradiction[], kept: (KeptAgainst | null)[]): void {
  const open = findUnreasoned(contradictions, kept)
  if (open.length > 0)
    throw conflict(
      `Undoing this would leave an approval ${AGAINST_THE_RECORD}. ${open.map(({ text }) => text).join(' ')} Decide on this review again.`,
    )
}
