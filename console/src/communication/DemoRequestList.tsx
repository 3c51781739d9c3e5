import { type DemoRequestRow, demoRequests } from '@hikmah/contract/communication/endpoints'
import { fullName } from '@hikmah/contract/words'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import type { Column } from '../kit/list/ListTable.tsx'
import { pageOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { RowLink } from '../kit/row/RowActions.tsx'
import { applicationCodes, DemoRequestChips, demoStatusChoices, scheduledDay } from './ConversationBadges.tsx'
import { ConversationList, lastColumns, streamColumn } from './ConversationList.tsx'
import classes from './communication.module.css'

const route = getRouteApi('/console/communication')

const columns: Column<DemoRequestRow>[] = [
  {
    header: 'Name',
    sort: 'name',
    narrow: 'title',
    cell: (row) => (
      <span className={classes.two}>
        <b title={fullName(row.name)}>{fullName(row.name)}</b>
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
    narrowCell: (row) => [row.organizationName, applicationCodes(row.applications)].filter(Boolean).join(' · '),
  },
  { header: 'Apps', width: 92, wideOnly: true, cell: (row) => <Codes {...row} /> },
  streamColumn,
  {
    header: 'Scheduled',
    width: 104,
    cell: ({ schedule: { date, time } }) => (
      <span className={classes.two}>
        {date && <span className={classes.line}>{scheduledDay(date)}</span>}
        {time && <span className="fine">{time}</span>}
        {!date && !time && '–'}
      </span>
    ),
  },
  ...lastColumns<DemoRequestRow>({
    statusWidth: 116,
    assigneeWidth: 112,
    link: ({ _id, name }) => (
      <RowLink
        to="/request-details-{$id}"
        params={{ id: _id }}
        aria-label={`see details of the request of ${fullName(name)}`}
      >
        see details
      </RowLink>
    ),
  }),
]

/** Links to the page of its row, because it lies above the row's own link. */
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
        {applicationCodes(applications)}
      </LinkTo>
      <span className="spoken">{applications.join(', ')}</span>
    </>
  )
}

export function DemoRequestList() {
  const search = route.useSearch()
  const query = pageOf(search)
  return (
    <ConversationList
      title="Demo Requests"
      one="demo request"
      many="demo requests"
      kind="demoRequests"
      searchLabel="Search name, e-mail, organization"
      statuses={demoStatusChoices}
      search={search}
      list={useList(read(demoRequests.listDemoRequests, { query }))}
      listKey={JSON.stringify(query)}
      columns={columns}
      empty={{ title: 'No demo requests', text: 'Requests from the website appear here automatically.' }}
    />
  )
}
