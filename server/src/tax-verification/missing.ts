import { type MissingItem, missingItems } from '@hikmah/contract/tax-verification/words'
import type { OrganizationTableRow } from '../organizations/table.ts'

type TaxDetails = Pick<
  OrganizationTableRow,
  'ein' | 'taxExempt' | 'exemptStatus' | 'line1' | 'city' | 'state' | 'postalCode' | 'admin' | 'email'
> & { group: OrganizationTableRow['taxGroup']; hasDocuments: boolean }

/** What a decision still needs from an organization. Where the IRS lists it, no papers are needed as proof. */
export function missingOf(details: TaxDetails): MissingItem[] {
  const { ein, taxExempt, exemptStatus, group, hasDocuments, line1, city, state, postalCode, admin, email } = details
  const mustProve = taxExempt && exemptStatus !== 'Approved' && group !== 'match'
  const isMissing: Record<MissingItem, boolean> = {
    ein: ein === '',
    documents: mustProve && !hasDocuments,
    address: [line1, city, state, postalCode].includes(''),
    admin: admin === '',
    'admin-email': email === '',
  }
  return missingItems.filter((item) => isMissing[item])
}
