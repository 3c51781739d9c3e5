import { taxVerification } from '@hikmah/contract/tax-verification/calls'
import type { TaxReview } from '@hikmah/contract/tax-verification/schemas'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'
import { titleCount } from '../kit/list/counts.ts'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import classes from './desk.module.css'
import { TaxStatusBadge } from './TaxStatusBadge.tsx'
import { deskOf, queueOf } from './use-queue.ts'
import { waitsFor } from './waits-for.ts'

const { listTaxReviews } = taxVerification
const route = getRouteApi('/console/reviews')

const facts: Column<TaxReview>[] = [
  { header: 'Name', sort: 'orgName', cell: ({ orgName }) => <b title={orgName}>{orgName}</b>, narrow: 'title' },
  { header: 'City/State', cell: ({ cityState }) => cityState || '–', width: 148, narrow: 'sub' },
  { header: 'Tax ID/EIN', cell: ({ taxIdEin }) => <span className={classes.ein}>{taxIdEin || '–'}</span>, width: 112 },
  { header: 'EIN status', cell: ({ einStatus }) => <TaxStatusBadge kind="ein" status={einStatus} />, width: 164 },
]

const exemption: Column<TaxReview> = {
  header: 'Exemption status',
  cell: ({ exemptStatus }) => <TaxStatusBadge kind="exemption" status={exemptStatus} />,
  width: 148,
  narrow: 'badge',
}

const action: Column<TaxReview> = {
  header: 'Action',
  align: 'right',
  width: 104,
  cell: (review) => <ReviewRowLink {...review} />,
}

/** Opens the desk with the queue in the order and of the kind that the list shows. */
function ReviewRowLink({ organizationId, orgName, waitingSince }: TaxReview) {
  const search = route.useSearch()
  return (
    <RowActions>
      <RowLink {...deskOf(organizationId, waitingSince ? queueOf(search) : {})} aria-label={`Review ${orgName}`}>
        review
      </RowLink>
    </RowActions>
  )
}

const waiting: Column<TaxReview>[] = [
  ...facts,
  {
    ...exemption,
    // In the card of a small screen one badge must do.
    narrowCell: (review) => (
      <StatusBadge tone="pending" bare>
        {waitsFor(review)}
      </StatusBadge>
    ),
  },
  {
    header: 'Waiting since',
    sort: 'waitingSince',
    cell: ({ waitingSince }) => <When at={waitingSince} age />,
    width: 160,
    narrow: 'end',
  },
  action,
]

const decided: Column<TaxReview>[] = [
  ...facts,
  exemption,
  {
    header: 'Decided',
    sort: 'decidedAt',
    cell: ({ decidedAt }) => <When at={decidedAt} age />,
    width: 160,
    narrow: 'end',
  },
  action,
]

const kinds = [
  { value: 'ein', label: 'EIN' },
  { value: 'exemption', label: 'Exemption' },
  { value: 'resubmitted', label: 'Resubmitted' },
  { value: 'decided', label: 'Decided' },
]

/** Every organization whose EIN or exemption waits for a decision, and those that are decided. */
export function TaxReviewList() {
  const search = route.useSearch()
  const reviews = useList(read(listTaxReviews, { query: pageOf(search) }))
  const isDecided = search.status === 'decided'
  const mayFindByEin = useMay('tax-verification.decide')
  const meta = reviews.data?.meta
  return (
    <Page title={isDecided ? 'Reviews decided' : 'Reviews waiting'} count={titleCount(meta)}>
      <ListToolbar
        searchLabel={mayFindByEin ? 'Search name, EIN, city' : 'Search name, e-mail, city'}
        statuses={kinds}
        allLabel="Waiting"
        meta={meta}
      />
      <ListTable
        name="Reviews"
        one="review"
        query={reviews}
        columns={isDecided ? decided : waiting}
        rowKey={({ organizationId }) => organizationId}
        sortedBy={isDecided ? '-decidedAt' : 'waitingSince'}
        empty={
          isDecided
            ? { title: 'No review is decided yet', text: 'What you decide shows here, the latest first.' }
            : {
                title: 'No review waits',
                text: 'When an organization submits its EIN or its exemption, it shows here.',
              }
        }
      />
    </Page>
  )
}
