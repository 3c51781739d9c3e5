import { contactInquiries, type InquiryRow } from '@hikmah/contract/communication/endpoints'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { Email } from '../kit/format/breakable.tsx'
import type { Column } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { RowLink } from '../kit/row/RowActions.tsx'
import { inquiryStatusChoices, SpamChip } from './ConversationBadges.tsx'
import { ConversationList, lastColumns, streamColumn } from './ConversationList.tsx'
import classes from './communication.module.css'

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
  streamColumn,
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
  ...lastColumns<InquiryRow>({
    statusWidth: 124,
    assigneeWidth: 116,
    link: (inquiry) => (
      <RowLink
        to="/communication/contact-us-details"
        search={{ id: inquiry._id }}
        // The contact is passed on, so that the next page paints at once.
        state={{ inquiry }}
        aria-label={`see details of the inquiry of ${inquiry.name}`}
      >
        see details
      </RowLink>
    ),
  }),
]

export function InquiryList() {
  const search = route.useSearch()
  const query = pageOf(search)
  return (
    <ConversationList
      title="Contact Us"
      one="inquiry"
      many="inquiries"
      kind="contactInquiries"
      searchLabel="Search name, e-mail, message"
      statuses={inquiryStatusChoices}
      search={search}
      list={useList(read(contactInquiries.listInquiries, { query }))}
      listKey={JSON.stringify(query)}
      columns={columns}
      empty={{ title: 'No inquiries', text: 'Messages from the website appear here automatically.' }}
    />
  )
}
