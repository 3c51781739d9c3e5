import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { hashKey } from '@tanstack/react-query'

/**
 * Whether a verdict differs from the one seen. The same result of a new check does not count, nor does a different
 * order.
 */
export function isOtherVerdict(newer: TaxVerdict | null, older: TaxVerdict | null): boolean {
  const said = (verdict: TaxVerdict | null) =>
    verdict && hashKey([verdict.outcome, verdict.row, verdict.deductible, verdict.revocations])
  return said(newer) !== said(older)
}
