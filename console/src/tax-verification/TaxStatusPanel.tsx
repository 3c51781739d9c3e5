import { EIN_OF_MANAGERS } from '@hikmah/contract/organizations/words'
import { letterLanguageNames } from '@hikmah/contract/tax-verification/papers'
import { rejectionReason, type TaxEvent, type TaxStatus } from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  IRS_RECORD,
  messageTitles,
  type ReviewKind,
  reviewNames,
  taxEventTypes,
} from '@hikmah/contract/tax-verification/words'
import { useMay } from '../kit/api/data.ts'
import { ageText, formatDate } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { ButtonLink, SectionHead } from '../kit/page/Page.tsx'
import { Lines, RowLink } from '../kit/row/RowActions.tsx'
import { DecidedAgainst, decisionOf, wasPaperUnseen } from './papers/AgainstRecord.tsx'
import { AgainstMark, AskedForPapers, TaxStatusBadge, VerdictBadge } from './ReviewBadges.tsx'
import { LetterLanguageChoice, ReasonText } from './ReviewLetter.tsx'
import classes from './review.module.css'

type Row = TaxStatus['taxIdEinDetail'] & { kind: ReviewKind; name: string; detail: string }

const TITLE = 'Org Tax ID/EIN'

const date = (at: string | null) => (at ? <When at={at} age /> : '–')

interface Props {
  orgId: string
  taxStatus: TaxStatus
}

/** Both reviews, with the record of the IRS beside the title. */
export function TaxStatusTable({ title, orgId, taxStatus }: Props & { title: string }) {
  const rows: Row[] = [
    { kind: 'ein', name: reviewNames.ein, detail: taxStatus.taxIdEin, ...taxStatus.taxIdEinDetail },
    {
      kind: 'exemption',
      name: reviewNames.exemption,
      detail: taxStatus.taxExempt ? 'claimed' : '',
      ...taxStatus.taxExemptDetail,
    },
  ]
  const columns: Column<Row>[] = [
    {
      header: 'Name',
      cell: ({ name, detail }) => (
        <>
          <b>{name}</b> <span className="quiet">{detail}</span>
        </>
      ),
      narrow: 'title',
    },
    {
      header: 'Submitted',
      cell: ({ submittedAt }) => date(submittedAt),
      width: 148,
      narrow: 'sub',
      narrowCell: ({ submittedAt }) => (submittedAt ? <>submitted {date(submittedAt)}</> : 'not submitted'),
    },
    {
      header: 'Reviewed',
      cell: ({ reviewedAt }) => (reviewedAt ? <When at={reviewedAt} /> : '–'),
      width: 112,
      narrow: 'end',
      narrowCell: ({ reviewedAt }) => (reviewedAt ? <>reviewed {date(reviewedAt)}</> : 'not reviewed'),
    },
    {
      header: 'Status',
      cell: (row) => <DecisionStatus row={row} decision={decisionOf(taxStatus, row.kind)} />,
      width: '24%',
      narrow: 'badge',
      narrowCell: (row) => <DecisionStatus bare row={row} decision={decisionOf(taxStatus, row.kind)} />,
    },
    {
      header: 'Action',
      align: 'right',
      width: 84,
      cell: ({ name }) => (
        <RowLink
          to="/varify-ein/{$orgId}"
          params={{ orgId }}
          state={{ taxStatus }}
          aria-label={`Review the ${name}`}
          isWordSpoken
        >
          review
        </RowLink>
      ),
    },
  ]
  const { verdict } = taxStatus
  const snapshots = verdict?.sources.map(({ snapshotOn }) => snapshotOn).sort() ?? []
  return (
    <>
      <SectionHead
        title={title}
        note={
          verdict && (
            <span className={classes.marked}>
              <span className="fine">
                {IRS_RECORD}
                {snapshots.length > 0 && ` of ${formatDate(`${snapshots.at(-1)}T00:00`, 'll')}`}
              </span>
              <VerdictBadge outcome={verdict.outcome} bare />
            </span>
          )
        }
      />
      <ListTable
        name={title}
        one="status"
        many="statuses"
        query={{ data: { data: rows }, error: null, refetch: () => {} }}
        columns={columns}
        rowKey={({ kind }) => kind}
        numbered={false}
        empty={{ title: 'Nothing to verify', text: '' }}
      />
    </>
  )
}

export function TaxStatusPanel({ orgId, taxStatus }: Props) {
  const mayDecide = useMay('tax-verification.decide')
  return (
    <section aria-label={TITLE}>
      <TaxStatusTable title={TITLE} orgId={orgId} taxStatus={taxStatus} />
      <DecidedAgainst taxStatus={taxStatus} />
      <div className={classes.below}>
        <LastReason taxStatus={taxStatus} />
        {!mayDecide && taxStatus.taxIdEin && <p className="fine">{EIN_OF_MANAGERS}</p>}
        {mayDecide ? (
          <LetterLanguageChoice orgId={orgId} language={taxStatus.letterLanguage} />
        ) : (
          <p>
            {decisionFields.letterLanguage}: {letterLanguageNames[taxStatus.letterLanguage]}
          </p>
        )}
      </div>
    </section>
  )
}

const DecisionStatus = ({ row, decision, bare }: { row: Row; decision: TaxEvent | undefined; bare?: boolean }) => (
  <Lines>
    <span className={classes.marked}>
      <TaxStatusBadge {...row} bare={bare} />
      {decision?.against && <AgainstMark />}
    </span>
    {wasPaperUnseen(decision) && <small>Decided without seeing the paper</small>}
  </Lines>
)

/** Why the organization has to submit again: an open request for papers, else the last rejection. */
function LastReason({ taxStatus }: { taxStatus: TaxStatus }) {
  const { askedAt, requests, events, taxIdEinDetail, taxExemptDetail } = taxStatus
  // An undone request does not count.
  const request = askedAt && requests.findLast(({ status, at }) => status === 'Asked' && at <= Date.parse(askedAt))
  if (request) {
    return (
      <div>
        <AskedForPapers at={askedAt} />
        <ReasonText title={decisionFields.reason} {...request} />
      </div>
    )
  }
  const rejection = events.findLast(
    (event) =>
      event.status === 'Rejected' &&
      // Only of what is rejected now. An event that undoes or keeps a decision has no reason.
      (event.eventType === taxEventTypes.ein ? taxIdEinDetail : taxExemptDetail).status === 'Rejected' &&
      (event.reasonCode !== null || rejectionReason(event) !== ''),
  )
  if (!rejection) return null
  return (
    <div>
      <ReasonText title={messageTitles.rejectionReason} {...rejection} reason={rejectionReason(rejection)} />
    </div>
  )
}

/** "Review, 6 d waiting"; nothing when nothing waits. The status is passed on, so that the desk paints at once. */
export function ReviewLink({ orgId, taxStatus }: { orgId: string; taxStatus: TaxStatus }) {
  const { waitingSince } = taxStatus
  if (!waitingSince) return null
  const age = ageText(waitingSince)
  return (
    <ButtonLink
      data-next
      to="/varify-ein/{$orgId}"
      params={{ orgId }}
      state={{ taxStatus }}
      leftSection={<Icon name="checklist" />}
    >
      <span>
        Review, <Age text={age === 'now' ? 'new' : `${age} waiting`} />
      </span>
    </ButtonLink>
  )
}
