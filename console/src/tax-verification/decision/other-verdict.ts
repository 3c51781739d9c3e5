import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'
import { hashKey } from '@tanstack/react-query'

/** Another verdict than the one that was looked at. A check that found the same again is none, nor is another order of its parts. */
export function isOtherVerdict(newer: TaxVerdict | null, older: TaxVerdict | null): boolean {
  const said = (verdict: TaxVerdict | null) =>
    verdict && hashKey([verdict.outcome, verdict.row, verdict.deductible, verdict.revocations])
  return said(newer) !== said(older)
}
