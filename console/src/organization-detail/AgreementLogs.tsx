import { AgreementsQuery, agreements, agreementTypes } from '@hikmah/contract/agreements'
import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { read } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { Email } from '../kit/format/breakable.tsx'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { ListToolbar } from '../kit/list/ListToolbar.tsx'
import { type ListSearch, pageOf, searchOf } from '../kit/list/list-search.ts'
import { useList } from '../kit/list/use-list.ts'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './organization.module.css'

const FORMAT = 'MMMM Do YYYY, h:mm:ss a'
const text = (words: string) => <span title={words}>{words || '–'}</span>

const columns: Column<AgreementLog>[] = [
  {
    header: 'User',
    sort: 'user',
    cell: ({ user }) => (
      <b>
        <Email>{user}</Email>
      </b>
    ),
    narrow: 'title',
  },
  {
    header: 'Type',
    cell: ({ logType }) => (
      <StatusBadge tone="success" bare>
        {logType}
      </StatusBadge>
    ),
    width: 100,
    narrow: 'badge',
  },
  {
    header: 'Time',
    sort: 'createdAt',
    cell: ({ createdAt }) => (
      <span className={classes.moment}>
        <When at={createdAt} as={FORMAT} age />
      </span>
    ),
    width: 264,
    narrow: 'sub',
    narrowCell: ({ createdAt, ipAddress, browser, operatingSystem, device, log }) => (
      <span className={classes.log}>
        <When at={createdAt} as={FORMAT} />
        <br />
        {[ipAddress, browser, operatingSystem, device, log].filter(Boolean).join(', ')}
      </span>
    ),
  },
  { header: 'IP', cell: ({ ipAddress }) => text(ipAddress), width: 108 },
  { header: 'Browser', cell: ({ browser }) => text(browser), width: 92 },
  { header: 'OS', cell: ({ operatingSystem }) => text(operatingSystem), width: 104 },
  { header: 'Device', cell: ({ device }) => text(device), width: 80 },
  { header: 'Log', cell: ({ log }) => <span className={classes.log}>{text(log)}</span> },
]

const types = agreementTypes.map((value) => ({ value, label: value }))
/** Its own part of the address, which it shares with the team. */
const ownSearch = searchOf(AgreementsQuery)

/** LOGS: who agreed to what, when and from where. */
export function AgreementLogs({ orgId, search }: { orgId: string; search: ListSearch }) {
  const logs = useList(
    read(agreements.listAgreements, { params: { id: orgId }, query: pageOf(ownSearch({ ...search })) }),
  )
  return (
    <section aria-label="Agreements log">
      <SectionHead title="Agreements log" />
      <ListToolbar searchLabel="Search user, IP, browser" statuses={types} meta={logs.data?.meta} />
      <ListTable
        name="Agreements log"
        one="entry"
        many="entries"
        query={logs}
        columns={columns}
        rowKey={({ _id }) => _id}
        numbered={false}
        sortedBy="createdAt"
        isWide
        empty={{
          title: 'No agreements yet',
          text: 'The entries appear here once the organization accepts the agreement and the terms.',
        }}
      />
    </section>
  )
}
