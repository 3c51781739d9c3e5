import { describeVerdict } from '@hikmah/contract/irs-registry/words'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { decisionFields, describeCodes, IRS_RECORD, IRS_RECORD_THEN } from '@hikmah/contract/tax-verification/words'
import type { CsvColumns } from '../kit/list/read-page.ts'

/** The CSV of reviews, of what waits and of what is decided. */
export const reviewColumns: CsvColumns<TaxReview> = [
  ['Organization', (row) => row.orgName],
  ['City', (row) => row.cityState],
  [decisionFields.ein, (row) => row.taxIdEin],
  [decisionFields.einStatus, (row) => row.einStatus ?? ''],
  [decisionFields.exemptStatus, (row) => row.exemptStatus ?? ''],
  [IRS_RECORD, (row) => describeVerdict(row.outcome).name],
  [IRS_RECORD_THEN, (row) => (row.decidedBy === null ? '' : describeVerdict(row.outcomeThen).name)],
  [decisionFields.against, (row) => describeCodes(row.against?.codes ?? [])],
  [decisionFields.againstReason, (row) => row.against?.reason ?? ''],
  ['Papers', (row) => row.documents],
  ['Waiting since (UTC)', (row) => row.waitingSince ?? ''],
  ['Link ends (UTC)', (row) => row.linkEndsAt ?? ''],
  ['Claimed by', (row) => row.claimedBy ?? ''],
  ['Decided (UTC)', (row) => row.decidedAt ?? ''],
  ['Decided by', (row) => row.decidedBy ?? ''],
]
