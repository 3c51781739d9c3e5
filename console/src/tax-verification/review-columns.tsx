import { describeVerdict } from '@hikmah/contract/irs-registry/words'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import {
  contradictionNames,
  decisionFields,
  IRS_RECORD,
  IRS_RECORD_THEN,
  PAPERS_ARRIVED,
} from '@hikmah/contract/tax-verification/words'
import { getRouteApi } from '@tanstack/react-router'
import { Avatar } from '../kit/display/Pictures.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { ageText, timeUntil } from '../kit/format/texts.ts'
import { Age, When } from '../kit/format/When.tsx'
import { type Column, chevronColumn } from '../kit/list/ListTable.tsx'
import { Lines, RowLink } from '../kit/row/RowActions.tsx'
import { openReviewAt, queueOf, type ReviewView } from './queue-search.ts'
import {
  AgainstMark,
  AskedForPapers,
  BlockedMark,
  isLongWait,
  missingText,
  RecordChanged,
  TaxStatusBadge,
  VerdictBadge,
  waitsFor,
} from './ReviewBadges.tsx'
import classes from './review.module.css'

const route = getRouteApi('/console/reviews')

const name: Column<TaxReview> = {
  header: 'Name',
  sort: 'orgName',
  cell: (review) => (
    <Lines>
      <OrganizationName {...review} />
      <small title={review.cityState}>{review.cityState}</small>
    </Lines>
  ),
  narrow: 'title',
  narrowCell: (review) => <OrganizationName {...review} />,
}

const OrganizationName = ({ orgName, isBlocked }: TaxReview) => (
  <span className={classes.name}>
    <b title={orgName}>
      <bdi translate="no">{organizationName(orgName)}</bdi>
    </b>
    {isBlocked && <BlockedMark />}
  </span>
)

const ein: Column<TaxReview> = {
  header: decisionFields.ein,
  cell: ({ taxIdEin }) => <span className={classes.ein}>{taxIdEin || '–'}</span>,
  width: 104,
}

const record: Column<TaxReview> = {
  header: IRS_RECORD,
  cell: ({ outcome }) => <VerdictBadge outcome={outcome} />,
  same: ({ outcome }) => outcome,
  saidBy: 'record',
  width: 188,
  narrow: 'badge',
  narrowCell: ({ outcome }) => <VerdictBadge outcome={outcome} bare />,
}

const papers: Column<TaxReview> = {
  header: 'Papers',
  cell: ({ documents }) => (documents === 0 ? <span className="late">None</span> : documents),
  width: 68,
  narrow: 'sub',
  narrowCell: (review) =>
    [missingText(review), review.claimedBy && `Claimed by ${review.claimedBy}`, review.cityState]
      .filter(Boolean)
      .join(' · '),
}

const claimedBy: Column<TaxReview> = {
  header: 'Claimed by',
  same: (review) => review.claimedBy,
  cell: ({ claimedBy: person }) =>
    person ? (
      <span className={classes.claimed} title={person}>
        <Avatar name={person} /> {person}
      </span>
    ) : (
      <span className="quiet">Nobody</span>
    ),
  width: 124,
}

const action = chevronColumn<TaxReview>((review) => <ReviewRowLink {...review} />)

function ReviewRowLink({ organizationId, orgName }: TaxReview) {
  return (
    <RowLink
      {...openReviewAt(organizationId, queueOf(route.useSearch()))}
      aria-label={`Review ${organizationName(orgName)}`}
      isWordSpoken
    >
      review
    </RowLink>
  )
}

const waiting: Column<TaxReview>[] = [
  name,
  ein,
  record,
  {
    header: 'To decide',
    cell: (review) => {
      const missing = missingText({ missing: review.missing.filter((item) => item !== 'documents') })
      return (
        <Lines>
          <span>{waitsFor(review)}</span>
          {missing && <small className={classes.missing}>{missing}</small>}
        </Lines>
      )
    },
    width: 148,
  },
  papers,
  {
    header: 'Waiting since',
    sort: 'waitingSince',
    cell: ({ waitingSince, askedAt, papersArrivedAt }) => (
      <>
        <span data-old={isLongWait(waitingSince) || undefined}>
          <When at={waitingSince} age />
        </span>
        {papersArrivedAt ? (
          <small className={classes.askedFor}>{PAPERS_ARRIVED}</small>
        ) : (
          <AskedForPapers at={askedAt} />
        )}
      </>
    ),
    width: 172,
    narrow: 'end',
    narrowCell: ({ waitingSince }) => (
      <span className={isLongWait(waitingSince) ? 'late' : undefined}>
        {waitingSince && <Age text={ageText(waitingSince)} />}
      </span>
    ),
  },
  claimedBy,
  action,
]

const decided: Column<TaxReview>[] = [
  name,
  ein,
  {
    header: IRS_RECORD_THEN,
    cell: (review) => (
      <Lines>
        <VerdictBadge outcome={review.outcomeThen} />
        <RecordChanged {...review} />
      </Lines>
    ),
    width: 172,
    narrow: 'sub',
    narrowCell: ({ outcomeThen, irsChanged, outcome, einShared }) => (
      <>
        record: <VerdictName outcome={outcomeThen} />
        {irsChanged && <>, now {einShared ? contradictionNames.EIN_OF_ANOTHER : <VerdictName outcome={outcome} />}</>}
      </>
    ),
  },
  {
    header: decisionFields.einStatus,
    cell: ({ einStatus }) => <TaxStatusBadge kind="ein" status={einStatus} />,
    width: 116,
  },
  {
    header: 'Exemption status',
    cell: (review) => (
      <Lines>
        <span className={classes.marked}>
          <TaxStatusBadge kind="exemption" status={review.exemptStatus} />
          {review.against && <AgainstMark />}
        </span>
        {review.against && <KeptReason {...review.against} />}
      </Lines>
    ),
    width: 244,
    narrow: 'badge',
    narrowCell: ({ einStatus, exemptStatus, against }) => (
      <>
        <TaxStatusBadge kind={exemptStatus ? 'exemption' : 'ein'} status={exemptStatus ?? einStatus} bare />
        {against && (
          <span className={classes.marked}>
            <AgainstMark /> <KeptReason {...against} />
          </span>
        )}
      </>
    ),
  },
  {
    header: 'Decided',
    sort: 'decidedAt',
    cell: ({ decidedAt, decidedBy }) => (
      <>
        <When at={decidedAt} age />
        <small className={classes.by} title={decidedBy ?? undefined}>
          {decidedBy}
        </small>
      </>
    ),
    width: 176,
    narrow: 'end',
    narrowCell: ({ decidedAt }) => decidedAt && <Age text={ageText(decidedAt)} />,
  },
  action,
]

const KeptReason = ({ reason }: { reason: string }) => <small title={reason}>{reason}</small>

const VerdictName = ({ outcome }: Pick<TaxReview, 'outcome'>) => describeVerdict(outcome).name

const askedForPapers: Column<TaxReview>[] = [
  name,
  ein,
  record,
  { header: 'Asked', cell: ({ askedAt }) => <When at={askedAt} age />, width: 160 },
  papers,
  {
    header: 'Link ends',
    sort: 'linkEndsAt',
    cell: ({ linkEndsAt }) =>
      linkEndsAt && (
        <>
          <When at={linkEndsAt} />
          <span className={isSoon(linkEndsAt) ? 'late' : 'quiet'}>
            <Age text={` · ${timeUntil(linkEndsAt)}`} />
          </span>
        </>
      ),
    width: 172,
    narrow: 'end',
    narrowCell: ({ linkEndsAt }) =>
      linkEndsAt && (
        <span className={isSoon(linkEndsAt) ? 'late' : undefined}>
          <Age text={timeUntil(linkEndsAt)} />
        </span>
      ),
  },
  claimedBy,
  action,
]

const SOON_MS = 4 * 86_400_000
const isSoon = (end: string) => new Date(end).getTime() - serverNow() < SOON_MS

/** Of the list of reviews, by what its reviews wait for. */
export const reviewColumns: Record<ReviewView, Column<TaxReview>[]> = { waiting, decided, papers: askedForPapers }
