import { isDeepStrictEqual } from 'node:util'
import type { RegistryEvidence, RegistryQuestion, RegistryRow, Verdict } from '@hikmah/contract/irs-registry/endpoints'
import {
  describeVerdict,
  isRegistryStale,
  newestSnapshot,
  type VerdictGroup,
  type VerdictOutcome,
} from '@hikmah/contract/irs-registry/words'
import { hasApproval, isWaiting } from '@hikmah/contract/tax-verification/rules'
import { messageTitles, taxEventTypes } from '@hikmah/contract/tax-verification/words'
import { dayText } from '@hikmah/contract/words'
import { eq, inArray } from 'drizzle-orm'
import { readEvidence, readNear, registryVersion } from '../irs-registry/queries.ts'
import { suggestVerdict } from '../irs-registry/verdict/suggest-verdict.ts'
import { recordOnOrganization } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { appendTaxEvents } from './queries.ts'
import { type KeptEvidence, taxVerdicts } from './table.ts'

export type ComparedFields = Pick<OrganizationTableRow, 'id' | 'ein' | 'name' | 'shortName' | 'type' | 'city' | 'state'>

export const comparedColumns = ['ein', 'name', 'shortName', 'type', 'city', 'state'] as const

/** Returns the group for the caller's own update: a second count in one transaction could deadlock. */
export async function keepVerdict(tx: Tx, organization: ComparedFields): Promise<VerdictGroup> {
  return keep(tx, organization.id, await ask(tx, organization))
}

/** Looks a reopened review up with its namesakes, which are left out while it is approved. */
export async function keepVerdictOfReopened(tx: Tx, organization: Reviewed): Promise<VerdictGroup> {
  const { found } = await askAgain(tx, organization)
  return found ? keep(tx, organization.id, found) : organization.taxGroup
}

/**
 * Raises the tax version when a reviewer's view is now outdated. An approval that the record speaks against under the new
 * name, type or place waits for another review.
 */
export async function keepVerdictOfEdited(tx: Tx, organization: Reviewed & { taxVersion: number }) {
  const { id, taxGroup, taxVersion, irsChangedAt } = organization
  const { kept, found } = await askAgain(tx, organization)
  if (!found) return { taxGroup, taxVersion, irsChangedAt }
  const isApproved = found.verdict && hasApproval(organization)
  const { change, before, isViewOutdated } = isApproved
    ? judgeChange(organization, kept, found.verdict!)
    : { change: undefined, before: undefined, isViewOutdated: isListed(organization) && isOther(kept, found.verdict) }
  if (change) await recordVerdictChange(tx, organization, found.verdict!, { change, before, describe: editText })
  return {
    taxGroup: await keep(tx, id, found, before),
    taxVersion: isViewOutdated ? taxVersion + 1 : taxVersion,
    irsChangedAt: changedAt(organization, change, tx.at),
  }
}

/** Nothing is found while the recheck job has yet to take in an import. */
async function askAgain(tx: Tx, organization: ComparedFields) {
  const kept = (await readKept(tx, [organization.id])).get(organization.id)
  const found = await ask(tx, organization)
  const isCurrent = kept?.registryVersion === (await registryVersion(tx))
  return { kept, found: isCurrent ? found : undefined }
}

type Reviewed = ComparedFields &
  Pick<
    OrganizationTableRow,
    'einStatus' | 'exemptStatus' | 'irsChangedAt' | 'einShared' | 'waitingSince' | 'papersDueAt' | 'taxGroup'
  >
type Kept = typeof taxVerdicts.$inferSelect

export interface VerdictChange {
  change: 'worse' | 'recovered' | undefined
  /** What the record was when the decision that stands was made. */
  before: VerdictOutcome | null
  /** The reviewer has seen another verdict. */
  isViewOutdated: boolean
}

export async function readKept(tx: Tx, ids: string[]): Promise<Map<string, Kept>> {
  const rows = await tx.select().from(taxVerdicts).where(inArray(taxVerdicts.organizationId, ids))
  return new Map(rows.map((row) => [row.organizationId, row]))
}

/** Whether a review that waits again does so because of the record, and not of another organization alone. */
export const isRegistryChange = (kept: Kept | undefined) =>
  kept !== undefined && isWorse(kept.outcomeBefore, kept.outcome)

/** What a new verdict means for what was decided. */
export function judgeChange(row: Reviewed, kept: Kept | undefined, verdict: Verdict): VerdictChange {
  const { outcome } = verdict
  const last = kept?.outcome ?? null
  const isChanged = row.irsChangedAt !== null && (!row.einShared || isRegistryChange(kept))
  const before = isChanged ? (kept?.outcomeBefore ?? null) : last
  if (isChanged && !isWorse(before, outcome)) return { change: 'recovered', before, isViewOutdated: true }
  // A change need not be reported where everything was rejected.
  const isReported = isWorse(last, outcome) && (hasApproval(row) || isWaiting(row))
  return {
    change: isReported ? 'worse' : undefined,
    before,
    isViewOutdated: isReported || (isListed(row) && isOther(kept, verdict)),
  }
}

/** Since when it needs another review. Only what is approved waits because of a changed record. */
export function changedAt(row: Reviewed, change: VerdictChange['change'], now: Date): Date | null {
  if (change === 'recovered') return row.einShared ? row.irsChangedAt : null
  return change === 'worse' && hasApproval(row) ? (row.irsChangedAt ?? now) : row.irsChangedAt
}

interface RecordedChange {
  change: 'worse' | 'recovered'
  before: VerdictOutcome | null | undefined
  /** A change for the worse, in words. */
  describe: (verdict: Verdict) => string
}

/** The decision stands: the change is an event of its own. */
export async function recordVerdictChange(
  tx: Tx,
  row: Pick<OrganizationTableRow, 'id' | 'name'>,
  verdict: Verdict,
  { change, before = null, describe }: RecordedChange,
): Promise<void> {
  const { suggestion: _suggestion, ...found } = verdict
  const evidence = { ...found, stale: isRegistryStale(found.sources, tx.at), checkedAt: tx.at.toISOString() }
  const message = change === 'worse' ? describe(verdict) : RECOVERED
  const messages = [{ title: messageTitles.record, message }]
  await appendTaxEvents(tx, row.id, [{ eventType: taxEventTypes.record, status: 'Changed', messages, evidence }])
  recordOnOrganization(tx, row, {
    action: 'tax-review.record-changed',
    before: { outcome: before },
    after: { outcome: verdict.outcome },
  })
}

/** Whether a reviewer may have it open, to decide on: it waits, if only for papers. */
export const isListed = ({ waitingSince, papersDueAt }: Pick<OrganizationTableRow, 'waitingSince' | 'papersDueAt'>) =>
  waitingSince !== null || papersDueAt !== null

/** Whether the verdict, or what the IRS has under the EIN, is another than what was kept. */
function isOther(kept: Pick<Kept, 'outcome' | 'evidence'> | undefined, found: Verdict | null) {
  return !isDeepStrictEqual(
    kept && saidBy({ ...kept.evidence, outcome: kept.outcome }),
    found ? saidBy(found) : undefined,
  )
}

const saidBy = ({ outcome, suggestion, row, deductible, revocations }: Omit<Verdict, 'score' | 'stale'>) => ({
  outcome,
  suggestion,
  row,
  deductible,
  revocations,
})

interface Found {
  verdict: Verdict | null
  version: number
}

async function ask(tx: Tx, organization: ComparedFields): Promise<Found> {
  const { ein } = organization
  // The version is read first: if the registry is swapped in between, the recheck job looks it up again.
  const version = ein === '' ? 0 : await registryVersion(tx)
  const verdict =
    version === 0
      ? null
      : lookUp(organization, await readEvidence(tx, ein), await readNear(tx, questionOf(organization)))
  return { verdict, version }
}

async function keep(
  tx: Tx,
  organizationId: string,
  { verdict, version }: Found,
  outcomeBefore?: VerdictOutcome | null,
): Promise<VerdictGroup> {
  if (verdict) {
    const kept = { ...keptOf(verdict), outcomeBefore, registryVersion: version, checkedAt: tx.at }
    await tx
      .insert(taxVerdicts)
      .values({ organizationId, ...kept })
      .onConflictDoUpdate({ target: taxVerdicts.organizationId, set: kept })
  } else {
    await tx.delete(taxVerdicts).where(eq(taxVerdicts.organizationId, organizationId))
  }
  return describeVerdict(verdict?.outcome ?? null).group
}

export const questionOf = ({ ein, name, shortName, type, city, state }: ComparedFields): RegistryQuestion => ({
  taxIdEin: ein,
  orgName: name,
  orgShortName: shortName,
  orgType: type,
  city,
  state,
})

/** Null where no list of exempt organizations is imported. */
export function lookUp(organization: ComparedFields, evidence: RegistryEvidence, near: RegistryRow[]): Verdict | null {
  const newest = newestSnapshot(evidence.sources)
  if (!newest) return null
  // As of the newest file, whose age is shown whenever the verdict is read.
  return suggestVerdict(questionOf(organization), evidence, near, new Date(newest))
}

export function keptOf({ outcome, score, stale: _stale, ...evidence }: Verdict) {
  return { outcome, score, evidence: evidence satisfies KeptEvidence }
}

/** How much speaks against an approval. A change to a higher number is a change for the worse. */
const gravity: Record<VerdictOutcome, number> = {
  VERIFIED: 0,
  VERIFIED_GROUP: 0,
  REINSTATED: 0,
  NAME_REVIEW: 1,
  DEDUCT_UNKNOWN: 1,
  PRIVATE_FOUNDATION: 1,
  INVALID: 2,
  NOT_C3: 2,
  NOT_LISTED_CHURCH: 2,
  NOT_LISTED: 2,
  MISMATCH: 3,
  REVOKED: 4,
}

/** These speak against an approval, each otherwise: a reason for one is none for the next. */
const contradicting: VerdictOutcome[] = ['NOT_C3', 'MISMATCH', 'REVOKED']

/** A first look-up is not a change, but a revocation always counts. */
const isWorse = (before: VerdictOutcome | null, after: VerdictOutcome): boolean =>
  before === null
    ? after === 'REVOKED'
    : gravity[after] > gravity[before] || (after !== before && contradicting.includes(after))

/** The IRS record did not change: whoever edited the organization did. */
function editText({ row, deductible }: Verdict): string {
  const listed = row ?? deductible
  return listed
    ? `Its name, type or place was edited, and the IRS lists the EIN as ${listed.name} in ${listed.city}, ${listed.state}.`
    : 'Its name, type or place was edited. Compare them with the IRS record.'
}

export function changeText({ outcome, row, deductible, revocations }: Verdict): string {
  const listed = row ?? deductible
  switch (outcome) {
    case 'REVOKED':
      return `The IRS revoked the tax exemption on ${dayText(revocations[0]?.revokedOn ?? '')}.`
    case 'MISMATCH':
    case 'NAME_REVIEW':
      return `The IRS now lists the EIN as ${listed?.name} in ${listed?.city}, ${listed?.state}: compare name and place.`
    case 'NOT_C3':
      return 'The IRS does not list it as an organization to which contributions are deductible.'
    case 'PRIVATE_FOUNDATION':
      return 'The IRS now lists it as a private foundation.'
    case 'DEDUCT_UNKNOWN':
      return 'The IRS no longer says whether contributions to it are deductible.'
    default:
      return 'The EIN is no longer in the files of the IRS.'
  }
}

const RECOVERED = 'The IRS lists it again as it did before the change. No decision is needed.'
