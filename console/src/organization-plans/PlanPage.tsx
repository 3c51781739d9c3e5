import { formatMoney } from '@hikmah/contract/money'
import { describeDecline } from '@hikmah/contract/open-invoices'
import {
  NO_PLANS_TEXT,
  organizationPlans,
  type PlanDetails,
  type PlanRow,
} from '@hikmah/contract/organization-plans/endpoints'
import { describePlanned, planName } from '@hikmah/contract/organization-plans/rules'
import { organizationName } from '@hikmah/contract/organizations/words'
import { BILLING_CYCLE, frequencyText, PAYMENT_METHOD, priceText } from '@hikmah/contract/payments'
import { NO_PLANS } from '@hikmah/contract/plans'
import { START_DATE } from '@hikmah/contract/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SubscriptionPaymentsPanel } from '../invoices/PaymentsHistoryPanel.tsx'
import { read } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { ProductImage } from '../kit/display/Pictures.tsx'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { formatDate, plural } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { EmptyState } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Columns, LinkTo, Page, SectionHead } from '../kit/page/Page.tsx'
import { OrganizationsLink, organizationTrail } from '../organizations/OrganizationLink.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { PlanActions } from './PlanActions.tsx'
import { PlanStatusBadge } from './PlanStatusBadge.tsx'
import classes from './plans.module.css'

const route = getRouteApi('/console/plans/details/$id')

/** /plans/details/{id}?plan=…: one plan of the organization, the first where the address does not say which. */
export function PlanPage() {
  const { id: orgId } = route.useParams()
  const { plan } = route.useSearch()
  const all = useQuery(read(organizationPlans.getOrganizationPlan, { params: { orgId }, query: {} }))
  const rows = all.data?.data.stripeData ?? []
  const chosen = plan ? rows.find(({ _id }) => _id === plan) : rows[0]
  const input = { params: { id: chosen?.planSubscriptionId ?? '', itemId: chosen?._id ?? '' } }
  const details = useQuery({ ...read(organizationPlans.readOrganizationPlan, input), enabled: chosen !== undefined })
  const trail = [<OrganizationsLink key="all" />]
  const back = <ToPlans id={orgId}>Go to the plans</ToPlans>

  if (all.data && !chosen) {
    return (
      <Page title="Plan not found" trail={trail}>
        <EmptyState title={NO_PLANS} text={plan ? 'This plan no longer exists.' : NO_PLANS_TEXT} action={back} />
      </Page>
    )
  }
  return (
    <LoadedPage
      name="Plan"
      shape="detail"
      query={chosen ? details : { data: undefined, error: all.error, refetch: all.refetch }}
      trail={trail}
      wayBack={back}
    >
      {(data) => <Shown key={data._id} plan={data} />}
    </LoadedPage>
  )
}

const ToPlans = ({ id, children }: { id: string; children: string }) => (
  <LinkTo to="/plans/$id" params={{ id }}>
    {children}
  </LinkTo>
)

function Shown({ plan }: { plan: PlanDetails }) {
  return (
    <Page
      title={planName(plan)}
      badge={<PlanStatusBadge {...plan} />}
      sub={`A plan of ${organizationName(plan.orgName)}`}
      action={<PlanActions plan={plan} />}
      trail={[
        ...organizationTrail(plan.orgId, plan.orgName),
        <ToPlans key="plans" id={plan.orgId}>
          Manage Plans
        </ToPlans>,
      ]}
    >
      <StaleMark asOf={plan.asOf} />
      <Columns rail={<Product plan={plan} />}>
        <section aria-label="Details" className={classes.details}>
          <SectionHead title="Details" />
          <PlanFacts plan={plan} />
        </section>
        <SubscriptionPaymentsPanel orgId={plan.orgId} subscription={plan.planSubscriptionId} />
      </Columns>
    </Page>
  )
}

function Product({ plan: { product } }: { plan: PlanDetails }) {
  const isShown = product.status !== 'Not Available' && product.status !== 'Hidden'
  return (
    <section aria-label="Product">
      <SectionHead title="Product" />
      <Facts
        columns={1}
        facts={[
          [
            'Name',
            <span key="name" className={classes.product}>
              <ProductImage image={product.imageUrl} />
              {product.displayName}
            </span>,
          ],
          ['Type', productType(product)],
          [
            'Status',
            product.status && (
              <StatusBadge key="status" tone={isShown ? 'success' : 'failed'}>
                {product.status}
              </StatusBadge>
            ),
          ],
        ]}
      />
    </section>
  )
}

/** With the price of one where it has a fraction of a cent, as the amount that is charged has none. */
function planPrice(plan: PlanDetails): string {
  const each = plan.choices.find(({ priceId }) => priceId === plan.priceId)?.amount ?? 0
  const isFractional = !Number.isInteger(each)
  if (plan.quantity === 1 && !isFractional) return priceText(plan)
  return `${priceText(plan)} for ${plan.quantity}${isFractional ? ` at ${formatMoney(each, plan.currency)}` : ''}`
}

/** The card Details. The amount of the next payment comes from the provider, which nothing else waits for. */
export function PlanFacts({ plan }: { plan: PlanDetails }) {
  const { currency, totalBilled, created, planned, owed } = plan
  return (
    <Facts
      columns={1}
      facts={[
        ['Current Plan', planName(plan)],
        ['Plan Price', planPrice(plan)],
        ...(planned ? [['Planned', describePlanned(planned, (at) => formatDate(at, 'll'))] as Fact] : []),
        [START_DATE, <When key="start" at={created * 1000} />],
        [BILLING_CYCLE, frequencyText(plan.frequency)],
        ...(owed?.isOverdue ? owedFacts(plan, owed) : nextFacts(plan)),
        [PAYMENT_METHOD, plan.isPaidByInvoice ? 'By invoice. No card is charged.' : cardText(plan)],
        ['Total Billed', `${formatMoney(totalBilled, currency)}${owed ? ' paid' : ''}`],
        ...(owed && !owed.isOverdue ? owedFacts(plan, owed) : []),
      ]}
    />
  )
}

type Fact = [term: string, value: ReactNode]

const cardText = ({ payment_method_details: method }: PlanDetails) =>
  method && `${method.card.brand.toUpperCase()} ${method.card.last4}`

function nextFacts(plan: PlanDetails): Fact[] {
  const { next, isPaidByInvoice } = plan
  if (next.kind === 'charging') {
    return [
      [
        'Next Payment',
        <>
          <NextPayment key="amount" plan={plan} /> is being {isPaidByInvoice ? 'invoiced' : 'charged'} now
        </>,
      ],
    ]
  }
  return [
    [
      'Next Payment on',
      next.kind === 'ends' ? (
        <>
          None. Ends on <When at={next.at} />
        </>
      ) : (
        next.at && <When key="next" at={next.at} />
      ),
    ],
    ['Next Payment Amount', next.kind === 'pays' && <NextPayment plan={plan} />],
  ]
}

/** Instead of the next payment, while one is late; else beside what was paid. */
function owedFacts({ orgId, currency, isPaidByInvoice }: PlanDetails, owed: NonNullable<PlanDetails['owed']>): Fact[] {
  const { amount, since, isOverdue, invoiceId, attempts, nextTryAt, decline } = owed
  const isTried = attempts > 0 || (isOverdue && !isPaidByInvoice)
  return [
    [
      isOverdue ? 'Past due' : 'Owed',
      <LinkTo key="owed" to="/organization/orders/payment-receipt" search={{ id: invoiceId, orgId }}>
        {formatMoney(amount, currency)}, {isOverdue ? 'since' : 'due on'} {formatDate(since, 'll')}
      </LinkTo>,
    ],
    ...(isTried
      ? ([
          ['Tried', plural(attempts, 'time')],
          ['Last Refused', decline && describeDecline(decline)],
          ['Next Try', nextTryAt ? <When key="try" at={nextTryAt} /> : 'None. Collect it on its invoice.'],
        ] satisfies Fact[])
      : []),
  ]
}

const NextPayment = ({ plan }: { plan: PlanDetails }) =>
  plan.paidNextWith ? (
    <NextAmount subscription={plan.planSubscriptionId} paidWith={plan.paidNextWith} />
  ) : (
    <>
      {formatMoney(plan.amount, plan.currency)}
      <small>By its price: without discounts, tax and credit.</small>
    </>
  )

function NextAmount({ subscription: id, paidWith }: { subscription: string; paidWith: string[] }) {
  const { data, error } = useQuery(read(organizationPlans.readNextPayment, { params: { id } }))
  if (!data) return error ? '–' : '…'
  const { amount, currency, isEstimate } = data.data
  return (
    <>
      {formatMoney(amount, currency)}
      {paidWith.length > 0 && <small>Together with {paidWith.join(', ')}</small>}
      {isEstimate && <small>The payment provider cannot be reached: without discounts, tax and credit.</small>}
    </>
  )
}

const kinds = { application: 'Application', integration: 'Integration', other: '' }

const productType = ({ kind, pricingType }: PlanRow['product']) => [kinds[kind], pricingType].filter(Boolean).join(', ')
