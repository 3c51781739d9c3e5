import { verdictGroups } from '@hikmah/contract/irs-registry/words'
import { organizationName } from '@hikmah/contract/organizations/words'
import { taxVerification } from '@hikmah/contract/tax-verification/endpoints'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import {
  decisionFields,
  IRS_RECORD,
  REVIEWS_WAITING,
  TIME_PER_DECISION,
  waitingKindNames,
} from '@hikmah/contract/tax-verification/words'
import { getRouteApi } from '@tanstack/react-router'
import { read, useMay } from '../kit/api/data.ts'
import { SEARCH_ORGANIZATIONS } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, tabCount, titleCount, useList } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { openReviewAt, queueSearch } from './queue-search.ts'
import { AskedForPapers, missingText, TaxStatusBadge, VerdictBadge, waitsFor } from './ReviewBadges.tsx'
import classes from './review.module.css'

const { listTaxReviews } = taxVerification
const route = getRouteApi('/console/reviews')

const facts: Column<TaxReview>[] = [
  {
    header: 'Name',
    sort: 'orgName',
    cell: ({ orgName, claimedBy }) => (
      <>
        <b title={orgName}>{organizationName(orgName)}</b>
        {claimedBy && <small>Claimed by {claimedBy}</small>}
      </>
    ),
    narrow: 'title',
    narrowCell: ({ orgName }) => <b title={orgName}>{organizationName(orgName)}</b>,
  },
  {
    header: 'City/State',
    cell: ({ cityState }) => cityState || '–',
    width: 132,
    narrow: 'sub',
    narrowCell: (review) =>
      [review.cityState, missingText(review), review.claimedBy && `Claimed by ${review.claimedBy}`]
        .filter(Boolean)
        .join(' · '),
  },
  {
    header: decisionFields.ein,
    cell: ({ taxIdEin }) => <span className={classes.ein}>{taxIdEin || '–'}</span>,
    width: 104,
  },
]

const action: Column<TaxReview> = {
  header: 'Action',
  align: 'right',
  width: 92,
  cell: (review) => <ReviewRowLink {...review} />,
}

function ReviewRowLink({ organizationId, orgName, waitingSince }: TaxReview) {
  const search = route.useSearch()
  return (
    <RowActions>
      <RowLink
        {...openReviewAt(organizationId, waitingSince ? queueSearch(search) : {})}
        aria-label={`Review ${organizationName(orgName)}`}
      >
        review
      </RowLink>
    </RowActions>
  )
}

const waiting: Column<TaxReview>[] = [
  ...facts,
  {
    header: IRS_RECORD,
    cell: ({ outcome }) => <VerdictBadge outcome={outcome} />,
    width: 176,
    narrow: 'badge',
    narrowCell: ({ outcome }) => <VerdictBadge outcome={outcome} bare />,
  },
  {
    header: 'Waiting for',
    cell: (review) => (
      <>
        {waitsFor(review)}
        {review.missing.length > 0 && <small className={classes.missing}>{missingText(review)}</small>}
      </>
    ),
    width: 152,
  },
  {
    header: 'Waiting since',
    sort: 'waitingSince',
    cell: ({ waitingSince, askedAt }) => (
      <>
        <When at={waitingSince} age />
        <AskedForPapers at={askedAt} />
      </>
    ),
    width: 152,
    narrow: 'end',
  },
  action,
]

const decided: Column<TaxReview>[] = [
  ...facts,
  {
    header: decisionFields.einStatus,
    cell: ({ einStatus }) => <TaxStatusBadge kind="ein" status={einStatus} />,
    width: 164,
  },
  {
    header: 'Exemption status',
    cell: ({ exemptStatus }) => <TaxStatusBadge kind="exemption" status={exemptStatus} />,
    width: 148,
    narrow: 'badge',
  },
  {
    header: 'Decided',
    sort: 'decidedAt',
    cell: ({ decidedAt }) => <When at={decidedAt} age />,
    width: 160,
    narrow: 'end',
  },
  action,
]

const tabs = [
  ...verdictGroups.map((value) => ({ value, label: waitingKindNames[value] })),
  { value: 'decided', label: 'Decided' },
]

const kinds = ['ein', 'exemption', 'resubmitted', 'changed'] as const

export function TaxReviewList() {
  const search = route.useSearch()
  const reviews = useList(read(listTaxReviews, { query: pageOf(search) }))
  const isDecided = search.status === 'decided'
  const mayDecide = useMay('tax-verification.decide')
  const meta = reviews.data?.meta
  return (
    <Page
      title={isDecided ? 'Reviews decided' : REVIEWS_WAITING}
      count={titleCount(meta)}
      action={mayDecide && <LinkTo to="/review-times">{TIME_PER_DECISION}</LinkTo>}
    >
      <ListToolbar
        searchLabel={mayDecide ? 'Search name, EIN, city' : SEARCH_ORGANIZATIONS}
        statuses={tabs}
        allLabel="Waiting"
        meta={meta}
        filters={[
          choiceFilter(
            'status',
            'Waiting',
            kinds.find((kind) => kind === search.status),
            kinds.map((value) => ({
              value,
              label: [waitingKindNames[value], tabCount(meta, value)].filter(Boolean).join(', '),
              chip: `${waitingKindNames[value]} only`,
            })),
          ),
        ]}
      />
      <ListTable
        name="Reviews"
        one="review"
        query={reviews}
        columns={isDecided ? decided : waiting}
        rowKey={({ organizationId }) => organizationId}
        sortedBy={isDecided ? '-decidedAt' : 'waitingSince'}
        isWide
        empty={
          isDecided
            ? { title: 'No reviews decided yet', text: 'Decisions appear here, latest first.' }
            : {
                title: 'No reviews waiting',
                text: 'Organizations appear here when they submit their EIN or exemption.',
              }
        }
      />
    </Page>
  )
}
