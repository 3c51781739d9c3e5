import { streamName } from '@hikmah/contract/communication/words'
import { contactInquiries } from '@hikmah/contract/contact-inquiries/calls'
import type { InquiryRow } from '@hikmah/contract/contact-inquiries/schemas'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Arrived } from '../communication/Arrived.tsx'
import { AssignedFilter } from '../communication/AssignedFilter.tsx'
import classes from '../communication/communication.module.css'
import { ArrivalsSaid, useNewRows } from '../communication/new-rows.tsx'
import { SpamChip, SpamFilter } from '../communication/SpamFilter.tsx'
import { read } from '../kit/api/data.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { type Column, ListTable, RowLink } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { Page } from '../kit/page/Page.tsx'
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
    width: '15%',
    narrow: 'sub',
    cell: ({ email }) => (
      <span className={classes.long} title={email}>
        {email}
      </span>
    ),
    narrowCell: ({ email, inquiryType }) => [inquiryType, email].filter(Boolean).join(' · '),
  },
  {
    header: 'Stream',
    width: 112,
    wideOnly: true,
    cell: ({ stream }) => <span className={classes.line}>{streamName(stream)}</span>,
  },
  {
    header: 'Inquiry type',
    sort: 'inquiryType',
    width: '21%',
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
  { header: 'Assignee', width: 132, wideOnly: true, cell: ({ assignee }) => assignee[0]?.name },
  {
    header: 'Date',
    sort: 'createdAt',
    width: 108,
    narrow: 'end',
    cell: ({ createdAt }) => <Arrived at={createdAt} />,
    narrowCell: ({ createdAt }) => <When at={createdAt} as="MMM DD, YYYY, hh:mm A" />,
  },
  {
    header: 'Action',
    width: 64,
    align: 'right',
    cell: (inquiry) => (
      <RowLink
        to="/communication/contact-us-details"
        search={{ id: inquiry._id }}
        // The contact goes along, so that the next page paints at once.
        state={{ inquiry }}
        aria-label={`see details of the inquiry of ${inquiry.name}`}
      >
        {/* The space puts the arrow on the line of the words beside it. */}
        &nbsp;
        <Icon name="right" size={14} />
      </RowLink>
    ),
  },
]

/** /communication/contact-us */
export function InquiryList() {
  const search = route.useSearch()
  const query = pageOf(search)
  const list = useQuery({ ...read(contactInquiries.listInquiries, { query }), placeholderData: keepPreviousData })
  const newRows = useNewRows(list.isPlaceholderData ? undefined : list.data?.data, JSON.stringify(query))
  const counts = list.data?.meta.counts

  return (
    <Page title="Contact Us" count={counts?.all}>
      <ArrivalsSaid kind="contactInquiries" one="inquiry" many="inquiries" />
      <ListToolbar searchLabel="Search name, e-mail, message" statuses={inquiryStatuses} counts={counts}>
        <AssignedFilter value={search.assignee} />
        <SpamFilter value={search.spam} count={counts?.spam} />
      </ListToolbar>
      <ListTable
        name="Contact Us"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        narrowedBy={['spam', 'assignee']}
        newRows={newRows}
        isWide
        empty={{ title: 'No inquiries', text: 'What is written on the website shows here by itself.' }}
      />
    </Page>
  )
}
