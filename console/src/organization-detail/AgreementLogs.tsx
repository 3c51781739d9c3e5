import type { AgreementLog } from '@hikmah/contract/organizations/schemas'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './organization.module.css'

const FORMAT = 'MMMM Do YYYY, h:mm:ss a'
const words = (text: string) => <span className={classes.log}>{text || '–'}</span>

const columns: Column<AgreementLog>[] = [
  { header: 'User', cell: ({ user }) => <b>{words(user)}</b>, narrow: 'title' },
  {
    header: 'Type',
    cell: ({ logType }) => (
      <StatusBadge tone="success" bare>
        {logType}
      </StatusBadge>
    ),
    width: 104,
    narrow: 'badge',
  },
  {
    header: 'Time',
    cell: ({ createdAt }) => <When at={createdAt} as={FORMAT} />,
    width: 248,
    narrow: 'sub',
    narrowCell: ({ createdAt, ipAddress, browser, operatingSystem, device, log }) => (
      <span className={classes.log}>
        <When at={createdAt} as={FORMAT} />
        <br />
        {[ipAddress, browser, operatingSystem, device, log].filter(Boolean).join(', ')}
      </span>
    ),
  },
  { header: 'IP', cell: ({ ipAddress }) => ipAddress || '–', width: 120 },
  { header: 'Browser', cell: ({ browser }) => browser || '–', width: 104 },
  { header: 'OS', cell: ({ operatingSystem }) => operatingSystem || '–', width: 96 },
  { header: 'Device', cell: ({ device }) => device || '–', width: 88 },
  { header: 'Log', cell: ({ log }) => words(log) },
]

/** LOGS: who agreed to what, when and from where. */
export function AgreementLogs({ logs }: { logs: AgreementLog[] }) {
  return (
    <section aria-label="Agreements">
      <SectionHead title="Agreements" />
      <ListTable
        name="Agreements log"
        query={{ data: { data: logs }, error: null, refetch: () => {} }}
        columns={columns}
        rowKey={({ _id }) => _id}
        numbered={false}
        empty={{
          title: 'No agreements yet',
          text: 'When the organization accepts the agreement and the terms, it shows here.',
        }}
      />
    </section>
  )
}
