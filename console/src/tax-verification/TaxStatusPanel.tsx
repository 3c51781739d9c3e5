import type { ReviewStatus } from '@hikmah/contract/common'
import { letterLanguageNames, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import { useMay } from '../kit/api/current-user.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { AskedForPapers } from './AskedForPapers.tsx'
import { LetterLanguageChoice } from './LetterLanguageChoice.tsx'
import classes from './panel.module.css'
import { REJECTION_REASON, ReasonText } from './ReasonText.tsx'
import { TaxStatusBadge } from './TaxStatusBadge.tsx'

interface Row {
  kind: 'ein' | 'exemption'
  name: string
  status: ReviewStatus | null
  submittedAt: string | null
  reviewedAt: string | null
}

const date = (at: string | null) => (at ? <When at={at} age /> : '–')

/** VERIFICATION: the status of an organization's EIN and exemption. */
export function TaxStatusPanel({ orgId, taxStatus }: { orgId: string; taxStatus: TaxStatus }) {
  const rows: Row[] = [
    { kind: 'ein', name: 'Tax ID/EIN', ...taxStatus.taxIdEinDetail },
    { kind: 'exemption', name: 'Tax Exemption', ...taxStatus.taxExemptDetail },
  ]
  const columns: Column<Row>[] = [
    { header: 'Name', cell: ({ name }) => <b>{name}</b>, narrow: 'title' },
    { header: 'Submitted', cell: ({ submittedAt }) => date(submittedAt), narrow: 'sub' },
    {
      header: 'Reviewed',
      cell: ({ reviewedAt }) => date(reviewedAt),
      narrow: 'end',
      narrowCell: ({ reviewedAt }) => (reviewedAt ? <>reviewed {date(reviewedAt)}</> : 'not reviewed'),
    },
    { header: 'Status', cell: (row) => <TaxStatusBadge {...row} />, narrow: 'badge' },
    {
      header: 'Action',
      align: 'right',
      width: 120,
      cell: ({ name }) => (
        <RowActions>
          <RowLink to="/varify-ein/{$orgId}" params={{ orgId }} state={{ taxStatus }} aria-label={`Review the ${name}`}>
            review
          </RowLink>
        </RowActions>
      ),
    },
  ]
  const mayDecide = useMay('tax-verification.decide')
  return (
    <section aria-label="Org Tax ID/EIN">
      <SectionHead title="Org Tax ID/EIN" />
      <ListTable
        name="Org Tax ID/EIN"
        one="status"
        many="statuses"
        query={{ data: { data: rows }, error: null, refetch: () => {} }}
        columns={columns}
        rowKey={({ kind }) => kind}
        numbered={false}
        empty={{ title: 'Nothing to verify', text: '' }}
      />
      <div className={classes.below}>
        <LastReason taxStatus={taxStatus} />
        {mayDecide ? (
          <LetterLanguageChoice orgId={orgId} language={taxStatus.letterLanguage} />
        ) : (
          <p>Letter language: {letterLanguageNames[taxStatus.letterLanguage]}</p>
        )}
      </div>
    </section>
  )
}

/** Why the organization has to submit again: an open request for papers, else the last rejection. */
function LastReason({ taxStatus: { askedAt, requests, events, taxIdEinDetail, taxExemptDetail } }: Props) {
  // An undone request does not count.
  const request = askedAt && requests.findLast(({ status, at }) => status === 'Asked' && at <= Date.parse(askedAt))
  const rejected: string[] = [
    ...(taxIdEinDetail.status === 'Rejected' ? ['EIN/Tax ID'] : []),
    ...(taxExemptDetail.status === 'Rejected' ? ['Tax exemptions'] : []),
  ]
  // Only of what is rejected now. An event that undoes or keeps a decision has no reason.
  const rejection = events.findLast(
    ({ eventType, status, reasonCode, messages }) =>
      status === 'Rejected' &&
      rejected.includes(eventType) &&
      (reasonCode !== null || messages.some(({ title }) => title === REJECTION_REASON)),
  )
  return (
    <div>
      {request && (
        <>
          <AskedForPapers at={askedAt} />
          <ReasonText title="Reason" {...request} />
        </>
      )}
      {!request && rejection && (
        <ReasonText
          title={REJECTION_REASON}
          {...rejection}
          reason={rejection.messages.find(({ title }) => title === REJECTION_REASON)?.message ?? ''}
        />
      )}
    </div>
  )
}

interface Props {
  taxStatus: TaxStatus
}
