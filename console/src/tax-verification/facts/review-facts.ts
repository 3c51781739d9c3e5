import type { Organization } from '@hikmah/contract/organizations/schemas'
import type { TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { newestSubmission } from '@hikmah/contract/tax-verification/words'

export interface ComparedFact {
  field: string
  /** What the organization submitted; undefined if nothing. */
  submitted: string | undefined
  onRecord: string
  /** Which staff member made the change, and when, if known. */
  changed?: { by: string; at: string } | null
}

/** In the form the server freezes with a submission. */
function addressLine({ line1, line2, city, state, postalCode, country }: Organization['orgAddress']): string {
  return [line1, line2, city, `${state} ${postalCode}`.trim(), country].filter(Boolean).join(', ')
}

const yesNo = (is: boolean) => (is ? 'Yes' : 'No')

export function compareFacts(taxStatus: TaxStatus, organization: Organization): ComparedFact[] {
  const frozen = newestSubmission(taxStatus)?.snapshot ?? undefined
  return [
    { field: 'Tax ID/EIN', submitted: frozen?.taxIdEin, onRecord: taxStatus.taxIdEin, changed: taxStatus.einChange },
    { field: 'Legal name', submitted: frozen?.orgName, onRecord: organization.orgName },
    { field: 'Address', submitted: frozen?.address, onRecord: addressLine(organization.orgAddress) },
    { field: 'Claims exemption', submitted: frozen && yesNo(frozen.taxExempt), onRecord: yesNo(taxStatus.taxExempt) },
  ]
}

const isSame = ({ submitted, onRecord }: ComparedFact) => submitted === onRecord

/** Submitted, and different from the record now. */
export const hasChanged = (fact: ComparedFact): fact is ComparedFact & { submitted: string } =>
  fact.submitted !== undefined && !isSame(fact)
