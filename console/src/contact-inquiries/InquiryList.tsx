import { streamName } from '@hikmah/contract/communication'
import { contactInquiries, type InquiryRow } from '@hikmah/contract/contact-inquiries'
import { getRouteApi } from '@tanstack/react-router'
import { assignedFilter } from '../communication/assigned-filter.ts'
import classes from '../communication/communication.module.css'
import { ArrivalsSaid, useNewRows } from '../communication/new-rows.tsx'
import { ReceivedAt } from '../communication/ReceivedAt.tsx'
import { SpamChip } from '../communication/SpamChip.tsx'
import { spamFilter } from '../communication/spam-filter.ts'
import { read } from '../kit/api/data.ts'
import { Email } from '../kit/display/Email.tsx'
import { titleCount } from '../kit/list/counts.ts'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { InquiryStatusBadge, inquiryStatuses } from './InquiryStatusBadge.tsx'

const route = getRouteApi('/console/communication/contact-us')

const columns: Column<InquiryRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    cell: ({ name, spam }) => (
      <span className={classes.two}>
        <b title={name}>{name}</b>
        {spam && <SpamChip bare />}
      </span>
    ),
    narrowCell: ({ name, spam, message }) => (
      <span className={classes.two}>
        <b>{name}</b>
        <span className={classes.excerpt}>{message}</span>
        {spam && <SpamChip bare />}
      </span>
    ),
  },
  {
    header: 'Email',
    width: '14%',
    narrow: 'sub',
    cell: ({ email }) => <Email>{email}</Email>,
    narrowCell: ({ email, inquiryType }) => [inquiryType, email].filter(Boolean).join(' · '),
  },
  {
    header: 'Stream',
    width: 100,
    wideOnly: true,
    cell: ({ stream }) => <span className={classes.line}>{streamName(stream)}</span>,
  },
  {
    header: 'Inquiry type',
    sort: 'inquiryType',
    width: '17%',
    cell: ({ inquiryType, message }) => (
      <span className={classes.two} title={message}>
        {inquiryType && <span className={classes.line}>{inquiryType}</span>}
        <span className={classes.excerpt}>{message}</span>
      </span>
    ),
  },
  {
    header: 'Status',
    sort: 'status',
    width: 124,
    narrow: 'badge',
    cell: ({ status }) => <InquiryStatusBadge status={status} />,
  },
  { header: 'Assignee', width: 116, wideOnly: true, cell: ({ assignee }) => assignee[0]?.name ?? '–' },
  {
    header: 'Date',
    sort: 'createdAt',
    width: 132,
    narrow: 'end',
    cell: ({ createdAt }) => <ReceivedAt at={createdAt} />,
  },
  {
    header: 'Action',
    width: 104,
    align: 'right',
    cell: (inquiry) => (
      <RowActions>
        <RowLink
          to="/communication/contact-us-details"
          search={{ id: inquiry._id }}
          // The contact is passed on, so that the next page paints at once.
          state={{ inquiry }}
          aria-label={`see details of the inquiry of ${inquiry.name}`}
        >
          see details
        </RowLink>
      </RowActions>
    ),
  },
]

/** /communication/contact-us */
export function InquiryList() {
  const search = route.useSearch()
  const query = pageOf(search)
  const list = useList(read(contactInquiries.listInquiries, { query }))
  const newRows = useNewRows(list.isPlaceholderData ? undefined : list.data?.data, JSON.stringify(query))
  const meta = list.data?.meta

  return (
    <Page title="Contact Us" count={titleCount(meta)}>
      <ArrivalsSaid kind="contactInquiries" one="inquiry" many="inquiries" />
      <ListToolbar
        searchLabel="Search name, e-mail, message"
        statuses={inquiryStatuses}
        meta={meta}
        filters={[assignedFilter(search.assignee), spamFilter(search.spam, meta)]}
      />
      <ListTable
        name="Contact Us"
        one="inquiry"
        many="inquiries"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        newRows={newRows}
        isWide
        empty={{ title: 'No inquiries', text: 'Messages from the website appear here automatically.' }}
      />
    </Page>
  )
}
