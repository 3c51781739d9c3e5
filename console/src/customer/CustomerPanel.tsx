import {
  type CustomerPart,
  type CustomerSubscription,
  customer as endpoints,
  type OrganizationCustomer,
  type Owed,
} from '@hikmah/contract/customer'
import { OPEN_AT_PROVIDER } from '@hikmah/contract/disputes'
import { formatMoney } from '@hikmah/contract/money'
import { CREDITED_TO_BALANCE, NET_KEPT } from '@hikmah/contract/money-words'
import { describeDecline } from '@hikmah/contract/open-invoices'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../kit/api/api.ts'
import { read, useMay } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { FormAlert } from '../kit/feedback/FormAlert.tsx'
import { openInNewTab, useAction } from '../kit/form/action.ts'
import { EmailLink } from '../kit/format/breakable.tsx'
import { joinByAnd, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { EmptyState, LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ColumnHeads, Columns, LinkTo, Scroller, SectionHead } from '../kit/page/Page.tsx'
import { PlanStatusBadge } from '../organization-plans/PlanStatusBadge.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import '../kit/parts/plain.css'
import classes from './customer.module.css'
import { PaymentMethods } from './PaymentMethods.tsx'
import { RetryInvoices } from './RetryInvoices.tsx'

/** What the payment provider knows of the organization. Only the next invoices wait for it. */
export function CustomerPanel({ organization }: { organization: Organization }) {
  const orgId = organization._id
  const { data, error, refetch } = useQuery(read(endpoints.readCustomer, { params: { orgId } }))
  if (error && !data) return <LoadFailure what="The customer" error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name="the customer" />
  const page = data.data
  if (page.customers.length === 0) {
    return (
      <EmptyState
        title="No customer yet"
        text="Once the organization orders something, what the payment provider knows of it stands here."
      />
    )
  }
  return (
    <>
      <StaleMark asOf={page.asOf} />
      <Columns
        rail={page.customers.map((customer) => (
          <Customer key={customer.id} organization={organization} customer={customer} page={page} />
        ))}
      >
        {page.retryable && <RetryInvoices retryable={page.retryable} orgId={orgId} />}
        {page.owed.map((owed) => (
          <PastDue key={owed.currency} owed={owed} orgId={orgId} />
        ))}
        <Subscriptions page={page} orgId={orgId} />
        <NextInvoices page={page} orgId={orgId} />
        {page.drafts.length > 0 && <Drafts page={page} />}
        <Lifetime page={page} />
      </Columns>
    </>
  )
}

const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section className={classes.part} aria-label={title}>
    <SectionHead title={title}>{aside}</SectionHead>
    {children}
  </section>
)

interface TableProps {
  name: string
  heads: string[]
  /** The last column is of money. */
  amounts?: boolean
  children: ReactNode
}

function Table({ name, heads, amounts, children }: TableProps) {
  return (
    <Scroller label={name}>
      <table className={`ruled ${classes.table}`} data-amounts={amounts || undefined} aria-label={name}>
        <ColumnHeads names={heads} />
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  )
}

function PastDue({ owed: { currency, amount, since, invoices, count }, orgId }: { owed: Owed; orgId: string }) {
  const { href } = useLocation()
  return (
    <Part title={`${formatMoney(amount, currency)} past due`}>
      <p className={classes.owed}>
        {plural(count, 'invoice')}, since <When at={since} />.
        {count > invoices.length && ` The ${invoices.length} due longest are shown.`}
      </p>
      <Table name="Past due invoices" heads={['Invoice', 'Due since', 'Tried', 'Next try', 'Open']} amounts>
        {invoices.map(({ id, number, amount: open, since: due, attempts, nextTryAt, decline }) => (
          <tr key={id}>
            <th scope="row">
              <LinkTo to="/organization/orders/payment-receipt" search={{ id, orgId, returnUrl: href }}>
                {number}
              </LinkTo>
            </th>
            <td>
              <When at={due} />
            </td>
            <td>
              {attempts > 0 ? plural(attempts, 'time') : 'Not yet'}
              {decline && <small>{describeDecline(decline)}</small>}
            </td>
            <td>{nextTryAt ? <When at={nextTryAt} /> : 'None'}</td>
            <td>
              <b>{formatMoney(open, currency)}</b>
            </td>
          </tr>
        ))}
      </Table>
    </Part>
  )
}

function Subscriptions({ page: { subscriptions }, orgId }: { page: OrganizationCustomer; orgId: string }) {
  return (
    <Part title="Subscriptions">
      {subscriptions.length === 0 && <p className="nothing">No subscription.</p>}
      {subscriptions.length > 0 && (
        <Table name="Subscriptions" heads={['Plan', 'Status', 'Started', 'Goes on']}>
          {subscriptions.map((subscription) => (
            <tr key={subscription.id}>
              <th scope="row">
                {subscription.plans.map(({ id, name }) => (
                  <div key={id}>
                    <LinkTo to="/plans/details/$id" params={{ id: orgId }} search={{ plan: id }}>
                      {name}
                    </LinkTo>
                  </div>
                ))}
              </th>
              <td>
                <PlanStatusBadge {...subscription} />
              </td>
              <td>
                <When at={subscription.startedAt} />
              </td>
              <td>{courseOf(subscription)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  )
}

function courseOf({ next, canceledAt, endedAt }: CustomerSubscription): ReactNode {
  const canceled = canceledAt && (
    <small>
      Canceled <When at={canceledAt} />
    </small>
  )
  if (endedAt)
    return (
      <>
        Ended <When at={endedAt} />
        {canceled}
      </>
    )
  if (next.kind === 'none') return '–'
  return (
    <>
      {next.kind === 'ends' ? 'Ends' : 'Renews'} <When at={next.at} />
      {canceled}
    </>
  )
}

/** Asked of the provider, which the rest of the page does not wait for. */
function NextInvoices({ page, orgId }: { page: OrganizationCustomer; orgId: string }) {
  const { data, error, refetch } = useQuery(read(endpoints.readNextInvoices, { params: { orgId } }))
  const nameOf = (id: string) => page.subscriptions.find((one) => one.id === id)?.plans.map(({ name }) => name) ?? [id]
  return (
    <Part title="Next invoices">
      {error && !data && <LoadFailure what="The next invoices" error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name="the next invoices" lines={2} />}
      {data?.data.length === 0 && <p className="nothing">Nothing renews.</p>}
      {data && data.data.length > 0 && (
        <Table name="Next invoices" heads={['For', 'On', 'Amount']} amounts>
          {data.data.map(({ subscriptionId, at, amount, currency, fromCredit, isBeforeCredit }) => (
            <tr key={subscriptionId}>
              <th scope="row">{joinByAnd(nameOf(subscriptionId))}</th>
              <td>
                <When at={at} />
              </td>
              <td>
                <b>{formatMoney(amount, currency)}</b>
                {fromCredit > 0 && <small>{formatMoney(fromCredit, currency)} more comes from credit</small>}
                {isBeforeCredit && <small>before credit that is left</small>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  )
}

const Drafts = ({ page: { drafts } }: { page: OrganizationCustomer }) => (
  <Part title="Draft invoices">
    <Table name="Draft invoices" heads={['For', 'Made', 'Issued', 'Amount']} amounts>
      {drafts.map(({ id, isRenewal, createdAt, issuedAt, amount, currency }) => (
        <tr key={id}>
          <th scope="row">{isRenewal ? 'Renewal' : 'Other'}</th>
          <td>
            <When at={createdAt} />
          </td>
          <td>{issuedAt ? <When at={issuedAt} as="moment" /> : 'By hand, at the provider'}</td>
          <td>
            <b>{formatMoney(amount, currency)}</b>
          </td>
        </tr>
      ))}
    </Table>
  </Part>
)

const Lifetime = ({ page: { lifetime } }: { page: OrganizationCustomer }) => (
  <Part title="Lifetime paid">
    {lifetime.length === 0 && <p className="nothing">Nothing was paid yet.</p>}
    {lifetime.length > 0 && (
      <Table name="Lifetime paid" heads={['Currency', 'Invoices', 'Paid', NET_KEPT]} amounts>
        {lifetime.map(({ currency, invoices, paid, net }) => (
          <tr key={currency}>
            <th scope="row">{currency.toUpperCase()}</th>
            <td>{invoices}</td>
            <td>{formatMoney(paid, currency)}</td>
            <td>
              <b>{formatMoney(net, currency)}</b>
              {net !== paid && <small>less refunds, lost disputes and what was given back outside</small>}
            </td>
          </tr>
        ))}
      </Table>
    )}
  </Part>
)

interface CustomerProps {
  organization: Organization
  customer: CustomerPart
  page: OrganizationCustomer
}

function Customer({ organization, customer, page }: CustomerProps) {
  const { id, name, email, isDeleted, asOf } = customer
  const mayManage = useMay('billing.manage')
  const ofWhom = page.customers.length > 1 ? ` of ${id}` : ''
  const params = { orgId: organization._id, customerId: id }
  const open = useAction(async () => {
    const { data } = await call(endpoints.readCustomerLink, { params })
    openInNewTab(data.url)
  })
  return (
    <>
      <Part
        title={ofWhom ? `Customer ${id}` : 'Customer'}
        aside={
          mayManage &&
          !isDeleted && (
            <Button variant="default" size="xs" loading={open.isRunning} onClick={() => void open.run(undefined)}>
              {OPEN_AT_PROVIDER}
            </Button>
          )
        }
      >
        <FormAlert error={open.error} />
        <Facts
          columns={1}
          facts={[
            ['ID', id],
            ['Name', name],
            ...(email === undefined ? [] : ([['Email', email && <EmailLink key="email">{email}</EmailLink>]] as const)),
            ['Balance', <Balance key="balance" customer={customer} />],
            ['As of', <When key="at" at={asOf} as="moment" />],
          ].map(([term, value]) => [term as string, value])}
        />
        {isDeleted && <p className={classes.text}>Deleted at the payment provider. What it paid stays.</p>}
        <Credits customer={customer} orgId={organization._id} />
      </Part>
      {customer.methods && (
        <PaymentMethods organization={organization} customer={customer} link={page.link} ofWhom={ofWhom} />
      )}
    </>
  )
}

function Balance({ customer: { balance } }: { customer: CustomerPart }) {
  if (!balance || balance.amount === 0) return 'None'
  const money = formatMoney(Math.abs(balance.amount), balance.currency)
  return (
    <>
      {money} {balance.amount < 0 ? 'credit' : 'debit'}
      <small>{balance.amount < 0 ? 'Pays for the next invoices.' : 'Is charged with the next invoice.'}</small>
    </>
  )
}

function Credits({ customer: { credits }, orgId }: { customer: CustomerPart; orgId: string }) {
  const { href } = useLocation()
  if (credits.length === 0) return null
  return (
    <ul className={classes.credits} aria-label={CREDITED_TO_BALANCE}>
      {credits.map(({ number, at, amount, currency, invoice }) => (
        <li key={number}>
          {formatMoney(amount, currency)} credited by {number}
          <small>
            <When at={at} />, of invoice{' '}
            <LinkTo to="/organization/orders/payment-receipt" search={{ id: invoice.id, orgId, returnUrl: href }}>
              {invoice.number}
            </LinkTo>
          </small>
        </li>
      ))}
    </ul>
  )
}
