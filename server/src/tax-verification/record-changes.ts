import type { ReviewStatus } from '@hikmah/contract/common'
import type { Verdict, VerdictOutcome } from '@hikmah/contract/irs-registry/schemas'
import { dayText } from '../irs-registry/verdict/reasons.ts'

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

/** Whether anything is approved or pending. A change need not be reported where everything was rejected. */
export const isAffected = (statuses: (ReviewStatus | null)[]) =>
  statuses.some((status) => status === 'Approved' || status === 'Pending')

/** What became worse, in a sentence. */
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
