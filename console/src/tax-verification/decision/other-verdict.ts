import type { TaxVerdict } from '@hikmah/contract/tax-verification/schemas'

/** Another verdict than the one that was looked at. A check that found the same again is none. */
export function isOtherVerdict(newer: TaxVerdict | null, older: TaxVerdict | null): boolean {
  const said = (verdict: TaxVerdict | null) =>
    verdict && JSON.stringify([verdict.outcome, verdict.row, verdict.deductible, verdict.revocations])
  return said(newer) !== said(older)
}
