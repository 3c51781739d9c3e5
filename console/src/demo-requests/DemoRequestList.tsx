import { streamName } from '@hikmah/contract/communication'
import { type DemoRequestRow, demoRequests } from '@hikmah/contract/demo-requests'
import { getRouteApi } from '@tanstack/react-router'
import { assignedFilter } from '../communication/assigned-filter.ts'
import classes from '../communication/communication.module.css'
import { ArrivalsSaid, useNewRows } from '../communication/new-rows.tsx'
import { ReceivedAt } from '../communication/ReceivedAt.tsx'
import { spamFilter } from '../communication/spam-filter.ts'
import { read } from '../kit/api/data.ts'
import { titleCount } from '../kit/list/counts.ts'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import {
  codesOf,
  DemoRequestChips,
  DemoRequestStatusBadge,
  dayText,
  demoStatuses,
  requesterName,
} from './DemoRequestBadges.tsx'

const route = getRouteApi('/console/communication')

const columns: Column<DemoRequestRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    cell: (row) => (
      <span className={classes.two}>
        <b title={requesterName(row)}>{requesterName(row)}</b>
        <span className={classes.chips}>
          <DemoRequestChips request={row} bare />
        </span>
      </span>
    ),
  },
  {
    header: 'Organization',
    sort: 'organizationName',
    width: '17%',
    narrow: 'sub',
    cell: (row) => (
      <span className={classes.long} title={row.organizationName}>
        {row.organizationName || '–'}
      </span>
    ),
    narrowCell: (row) => [row.organizationName, codesOf(row.applications)].filter(Boolean).join(' · '),
  },
  { header: 'Apps', width: 92, wideOnly: true, cell: (row) => <Codes {...row} /> },
  {
    header: 'Stream',
    width: 100,
    wideOnly: true,
    cell: ({ stream }) => <span className={classes.line}>{streamName(stream)}</span>,
  },
  {
    header: 'Scheduled',
    width: 104,
    cell: ({ schedule: { date, time } }) => (
      <span className={classes.two}>
        {date && <span className={classes.line}>{dayText(date)}</span>}
        {time && <span className={classes.quiet}>{time}</span>}
        {!date && !time && '–'}
      </span>
    ),
  },
  {
    header: 'Status',
    sort: 'status',
    width: 116,
    narrow: 'badge',
    cell: ({ status }) => <DemoRequestStatusBadge status={status} />,
  },
  { header: 'Assignee', width: 112, wideOnly: true, cell: ({ assignee }) => assignee[0]?.name ?? '–' },
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
    cell: (row) => (
      <RowActions>
        <RowLink
          to="/request-details-{$id}"
          params={{ id: row._id }}
          aria-label={`see details of the request of ${requesterName(row)}`}
        >
          see details
        </RowLink>
      </RowActions>
    ),
  },
]

/**
 * Short codes with the full names in a tooltip. It links to the same page as the row, as it lies above the row's link.
 */
function Codes({ _id, applications }: DemoRequestRow) {
  if (applications.length === 0) return '–'
  return (
    <>
      <LinkTo
        to="/request-details-{$id}"
        params={{ id: _id }}
        className={classes.codes}
        underline="never"
        title={applications.join(', ')}
        tabIndex={-1}
        aria-hidden="true"
      >
        {codesOf(applications)}
      </LinkTo>
      <span className={classes.spoken}>{applications.join(', ')}</span>
    </>
  )
}

/** /communication */
export function DemoRequestList() {
  const search = route.useSearch()
  const query = pageOf(search)
  const list = useList(read(demoRequests.listDemoRequests, { query }))
  const newRows = useNewRows(list.isPlaceholderData ? undefined : list.data?.data, JSON.stringify(query))
  const meta = list.data?.meta

  return (
    <Page title="Demo Requests" count={titleCount(meta)}>
      <ArrivalsSaid kind="demoRequests" one="demo request" many="demo requests" />
      <ListToolbar
        searchLabel="Search name, e-mail, organization"
        statuses={demoStatuses}
        meta={meta}
        filters={[assignedFilter(search.assignee), spamFilter(search.spam, meta)]}
      />
      <ListTable
        name="Demo Requests"
        one="demo request"
        query={list}
        columns={columns}
        rowKey={({ _id }) => _id}
        sortedBy="-createdAt"
        newRows={newRows}
        isWide
        empty={{ title: 'No demo requests', text: 'Requests from the website appear here automatically.' }}
      />
    </Page>
  )
}
