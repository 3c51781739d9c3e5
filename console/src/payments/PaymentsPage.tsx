import type { Data } from '@hikmah/contract/endpoint'
import { organizationName } from '@hikmah/contract/organizations/words'
import { PAYMENT_PROVIDER, PROVIDER_NOT_CONFIGURED, payments, RECONCILE_STARTED } from '@hikmah/contract/payments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FinanceLink } from '../finance/FinanceLink.tsx'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { SummaryCards } from '../kit/display/SummaryCards.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { GuardedButton } from '../kit/form/SubmitButton.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { countText, formatDate, plural, recentFormat } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { EmptyState, LoadFailure } from '../kit/page/ListStates.tsx'
import { ClosedPage } from '../kit/page/LoadedPage.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, Page, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationLink } from '../organizations/OrganizationLink.tsx'
import { usePaymentsAwaySince } from '../sitemap/navigation-counts.ts'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import '../kit/parts/plain.css'
import classes from './payments.module.css'
import { GuestCheckouts, UnlinkedCustomers } from './UnlinkedPayments.tsx'

export type Reconciliation = Data<typeof payments.readReconciliation>

/** /payments: how our records and those of the payment provider agree. */
export function PaymentsPage() {
  const mayRead = useMay('payments.read')
  return mayRead ? (
    <Agreement />
  ) : (
    <ClosedPage title={PAYMENT_PROVIDER} what="The comparison with the payment provider" />
  )
}

function Agreement() {
  const isAway = usePaymentsAwaySince() !== undefined
  const { data, error, refetch } = useQuery({
    ...read(payments.readReconciliation, {}),
    refetchInterval: ({ state }) => isRunning(state.data?.data) && SOON_MS,
  })
  const state = data?.data
  return (
    <Page
      title={PAYMENT_PROVIDER}
      sub={
        state && !isAway && isQuiet(state) ? (
          <span className={classes.well}>
            <Icon name="check" size={14} /> All is well: our records match Stripe, and nothing is waiting.
          </span>
        ) : (
          'Checked against Stripe every night. Differences are fixed and listed here.'
        )
      }
      trail={[<FinanceLink key="finance" />]}
      action={<CompareNow isConfigured={state?.isConfigured !== false} isRunning={isRunning(state)} />}
    >
      <StaleMark />
      {error && <LoadFailure what="The comparison" error={error} onRetry={refetch} />}
      {!state && !error && <LoadingLines name="the comparison" />}
      {state && <SummaryCards label="State" cards={stateCards(state)} />}
      {state && state.deletedCustomers.length > 0 && <DeletedCustomers customers={state.deletedCustomers} />}
      <UnlinkedCustomers />
      <GuestCheckouts />
      {state && state.drift.length > 0 && <DriftTable drift={state.drift} />}
      {state && state.walks.length > 0 && <WalksTable walks={state.walks} />}
      {state?.walks.length === 0 && (
        <section>
          <SectionHead title="Comparisons" />
          <EmptyState
            title="No comparison yet"
            text={
              state.isConfigured
                ? 'The first one runs automatically, or press Compare now.'
                : `${PROVIDER_NOT_CONFIGURED}.`
            }
          />
        </section>
      )}
    </Page>
  )
}

/** A comparison that runs is asked for again soon. */
const SOON_MS = 3000
const isRunning = (it: Reconciliation | undefined) => it?.walks[0]?.endedAt === null

const DeletedCustomers = ({ customers }: { customers: Reconciliation['deletedCustomers'] }) => (
  <section aria-label="Deleted customers">
    <SectionHead title="Deleted customers" />
    <p className={classes.deleted}>
      Deleted at the payment provider. Nothing more can be billed to these organizations until they check out again.
    </p>
    <ul>
      {customers.map(({ id, name, organization: { _id, orgName } }) => (
        <li key={id}>
          <OrganizationLink id={_id}>{organizationName(orgName)}</OrganizationLink>, {name || id}
        </li>
      ))}
    </ul>
  </section>
)

/** Nothing differs or is waiting, according to the latest finished comparison. */
function isQuiet({ walks, drift, events, openOperations, deletedCustomers }: Reconciliation): boolean {
  const ended = walks.find(({ endedAt }) => endedAt !== null)
  return (
    drift.length + deletedCustomers.length === 0 &&
    events.waiting + events.failed + openOperations === 0 &&
    ended !== undefined &&
    !ended.problem
  )
}

const isToday = (at: string) => formatDate(at, 'll') === formatDate(serverNow(), 'll')

function stateCards({ walks, drift, events, openOperations }: Reconciliation) {
  const [newest] = walks
  return [
    {
      label: 'Last compared',
      value: newest ? (
        <span className={classes.compared}>
          {isToday(newest.startedAt) && 'Today, '}
          <When at={newest.startedAt} as={isToday(newest.startedAt) ? 'h:mm A' : recentFormat(newest.startedAt)} />
        </span>
      ) : (
        '–'
      ),
      text: newest ? (newest.problem ? 'It ended early' : newest.endedAt ? 'Complete' : 'It is running') : 'Never',
    },
    { label: 'Differences', value: countText(drift.length), text: 'repaired when found' },
    {
      label: 'Events waiting',
      value: countText(events.waiting),
      text: 'received from the provider, not processed yet',
    },
    { label: 'Failed events', value: countText(events.failed), text: 'retried for 30 days' },
    {
      label: 'Unconfirmed changes',
      value: countText(openOperations),
      text: 'waiting for Stripe’s answer, retried automatically',
    },
  ]
}

function CompareNow({ isConfigured, isRunning }: { isConfigured: boolean; isRunning: boolean }) {
  const mayManage = useMay('payments.manage')
  const reconcile = useWrite(payments.reconcile, {
    success: (_, message) => notifySuccess(message ?? RECONCILE_STARTED),
    error: ({ message }) => notifyFailure(message),
  })
  return (
    <GuardedButton
      loading={reconcile.isPending}
      reason={
        mayManage
          ? (!isConfigured && PROVIDER_NOT_CONFIGURED) || (isRunning && 'A comparison is running')
          : 'Only owners and admins can compare the records'
      }
      onClick={() => reconcile.mutate({})}
    >
      Compare now
    </GuardedButton>
  )
}

interface RecordsProps {
  title: string
  heads: string[]
  className?: string | undefined
  children: ReactNode
}

const Records = ({ title, heads, className = '', children }: RecordsProps) => (
  <section>
    <SectionHead title={title} />
    <Scroller label={title}>
      <table className={`ruled ${classes.table} ${className}`} aria-label={title}>
        <ColumnHeads names={heads} />
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  </section>
)

export const WalksTable = ({ walks }: Pick<Reconciliation, 'walks'>) => (
  <Records
    title="Comparisons"
    heads={['Started', 'Ended', 'Compared', 'Differed', 'Result']}
    className={classes.comparisons}
  >
    {walks.map(({ startedAt, endedAt, compared, differed, problem }) => (
      <tr key={startedAt}>
        <th scope="row">
          <When at={startedAt} as="moment" />
        </th>
        <td>{endedAt ? <When at={endedAt} as="h:mm A" /> : '–'}</td>
        <td>{plural(compared, 'record')}</td>
        <td>
          {countText(differed)} <span className={classes.different}>different</span>
        </td>
        <td data-problem={problem ? true : undefined}>{problem || (endedAt ? 'Complete' : 'Running')}</td>
      </tr>
    ))}
  </Records>
)

export const DriftTable = ({ drift }: Pick<Reconciliation, 'drift'>) => (
  <Records title="Differences" heads={['Found', 'What', 'Field', 'Ours', 'The provider’s']}>
    {drift.map(({ foundAt, object, objectId, field, local, remote }) => (
      <tr key={`${objectId} ${field} ${foundAt}`}>
        <td>
          <When at={foundAt} as="moment" />
        </td>
        <th scope="row">
          {object} {objectId}
        </th>
        <td>{field || 'all of it'}</td>
        <td>{local || 'empty'}</td>
        <td>{remote || 'empty'}</td>
      </tr>
    ))}
  </Records>
)
