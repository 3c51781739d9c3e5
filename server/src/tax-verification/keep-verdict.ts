import { isDeepStrictEqual } from 'node:util'
import type { RegistryEvidence, RegistryQuestion, RegistryRow, Verdict } from '@hikmah/contract/irs-registry/endpoints'
import {
  describeVerdict,
  newestSnapshot,
  type VerdictGroup,
  type VerdictOutcome,
} from '@hikmah/contract/irs-registry/words'
import { dayText } from '@hikmah/contract/words'
import { eq } from 'drizzle-orm'
import { readEvidence, readNear, registryVersion } from '../irs-registry/queries.ts'
import { suggestVerdict } from '../irs-registry/verdict/suggest-verdict.ts'
import type { Tx } from '../kit/write/tx.ts'
import type { OrganizationTableRow } from '../organizations/table.ts'
import { type KeptEvidence, taxVerdicts } from './table.ts'

export type ComparedFields = Pick<OrganizationTableRow, 'id' | 'ein' | 'name' | 'shortName' | 'type' | 'city' | 'state'>

export const comparedColumns = ['ein', 'name', 'shortName', 'type', 'city', 'state'] as const

/** Returns the group for the caller's own update: a second count in one transaction could deadlock. */
export async function keepVerdict(tx: Tx, organization: ComparedFields): Promise<VerdictGroup> {
  return keep(tx, organization.id, await ask(tx, organization))
}

type Reviewed = ComparedFields & Pick<OrganizationTableRow, 'waitingSince' | 'papersDueAt' | 'taxGroup' | 'taxVersion'>

/** Leaves to the recheck job what an import changed. Raises the tax version when a reviewer's view is now outdated. */
export async function keepVerdictOfSameEin(tx: Tx, organization: Reviewed) {
  const { id, taxGroup, taxVersion } = organization
  const [kept] = await tx.select().from(taxVerdicts).where(eq(taxVerdicts.organizationId, id))
  const found = await ask(tx, organization)
  if (kept?.registryVersion !== (await registryVersion(tx))) return { taxGroup, taxVersion }
  const isViewOutdated = isListed(organization) && isOther(kept, found.verdict)
  return { taxGroup: await keep(tx, id, found), taxVersion: isViewOutdated ? taxVersion + 1 : taxVersion }
}

/** Whether a reviewer may have it open, to decide on: it waits, if only for papers. */
export const isListed = ({ waitingSince, papersDueAt }: Pick<OrganizationTableRow, 'waitingSince' | 'papersDueAt'>) =>
  waitingSince !== null || papersDueAt !== null

/** Whether the verdict, or what the IRS has under the EIN, is another than what was kept. */
export function isOther(
  kept: Pick<typeof taxVerdicts.$inferSelect, 'outcome' | 'evidence'> | undefined,
  found: Verdict | null,
) {
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

async function keep(tx: Tx, organizationId: string, { verdict, version }: Found): Promise<VerdictGroup> {
  if (verdict) {
    const kept = { ...keptOf(verdict), registryVersion: version, checkedAt: tx.at }
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

/** A first look-up is not a change, but a revocation always counts. */
export const isWorse = (before: VerdictOutcome | null, after: VerdictOutcome): boolean =>
  before === null ? after === 'REVOKED' : gravity[after] > gravity[before]

export function changeText({ outcome, row, deductible, revocations }: Verdict): string {
  const listed = row ?? deductible
  switch (outcome) {
    case 'REVOKED':
      return `The IRS revoked the tax exemption on ${dayText(revocations[0]?.revokedOn ?? '')}.`
    case 'MISMATCH':
    case 'NAME_REVIEW':
      return `The IRS now lists the EIN as ${listed?.name} in ${listed?.city}, ${listed?.state}: compare name and place.`
    case 'NOT_C3':
      return 'The IRS no longer lists it as an organization to which contributions are deductible.'
    case 'PRIVATE_FOUNDATION':
      return 'The IRS now lists it as a private foundation.'
    case 'DEDUCT_UNKNOWN':
      return 'The IRS no longer says whether contributions to it are deductible.'
    default:
      return 'The EIN is no longer in the files of the IRS.'
  }
}

export const RECOVERED = 'The IRS lists it again as it did before the change. No decision is needed.'
