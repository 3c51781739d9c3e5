import { NO_PLANS_TEXT, organizationPlans, type PlanRow } from '@hikmah/contract/organization-plans/endpoints'
import { describePlanned, planName } from '@hikmah/contract/organization-plans/rules'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { billingMarkLabels, organizationName, type PlanMark, planMarks } from '@hikmah/contract/organizations/words'
import { frequencyText, priceText } from '@hikmah/contract/payments'
import { NO_PLANS } from '@hikmah/contract/plans'
import { getRouteApi } from '@tanstack/react-router'
import { read } from '../kit/api/data.ts'
import { ProductImage } from '../kit/display/Pictures.tsx'
import { formatDate } from '../kit/format/texts.ts'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable, useList, useLogged } from '../kit/list/ListTable.tsx'
import { choiceFilter, ListToolbar } from '../kit/list/ListToolbar.tsx'
import { RetryNote } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RowActions, RowLink } from '../kit/row/RowActions.tsx'
import { organizationTrail } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import { StaleMark } from '../sitemap/StaleMark.tsx'
import { PlanStatusBadge } from './PlanStatusBadge.tsx'
import classes from './plans.module.css'

const route = getRouteApi('/console/plans/$id')

/** /plans/{id}: the recurring plans of an organization. */
export function ManagePlans() {
  const { id } = route.useParams()
  return <OrganizationPanel id={id}>{(data) => <Plans key={id} organization={data} />}</OrganizationPanel>
}

function Plans({ organization: { _id, orgName } }: { organization: Organization }) {
  const query = route.useSearch()
  const { data, ...plans } = useList(read(organizationPlans.getOrganizationPlan, { params: { orgId: _id }, query }))
  const rows = data?.data.stripeData
  useLogged('The plans could not be loaded', plans.error)
  return (
    <Page
      title="Manage Plans"
      count={rows?.length}
      sub={`Plans of ${organizationName(orgName)}`}
      trail={organizationTrail(_id, orgName)}
    >
      <StaleMark />
      {plans.error && !rows && <RetryNote text="The plans could not be loaded." onRetry={plans.refetch} />}
      <ListToolbar meta={undefined} filters={[choiceFilter('mark', 'Plans', query.mark, marks)]} />
      <ListTable
        name="Manage Plans"
        one="plan"
        numbered={false}
        failsQuietly
        query={{ ...plans, data: rows && { data: rows } }}
        columns={planColumns(_id)}
        rowKey={(plan) => plan._id}
        empty={{ title: NO_PLANS, text: NO_PLANS_TEXT }}
      />
    </Page>
  )
}

const labels: Record<PlanMark, string> = { ...billingMarkLabels, ends: 'Ends', trial: 'On trial' }
const marks = planMarks.map((value) => ({ value, label: labels[value] }))

const priceOfAll = (plan: PlanRow) => priceText(plan) + (plan.quantity > 1 ? ` for ${plan.quantity}` : '')

const planColumns = (id: string): Column<PlanRow>[] => [
  {
    header: 'Image',
    isHeaderSpoken: true,
    width: 56,
    cell: ({ product }) => <ProductImage image={product.imageUrl} />,
  },
  {
    header: 'PLAN',
    narrow: 'title',
    cell: (plan) => (
      <>
        <b>{planName(plan)}</b>
        {plan.planned && (
          <small className={classes.planned}>{describePlanned(plan.planned, (at) => formatDate(at, 'll'))}</small>
        )}
      </>
    ),
  },
  { header: 'PRICE', width: '15%', narrow: 'end', cell: priceOfAll },
  { header: 'BILLING CYCLE', width: 124, narrow: 'sub', cell: ({ frequency }) => frequencyText(frequency) },
  { header: 'STARTED', width: 120, cell: ({ created }) => <When at={created * 1000} /> },
  {
    header: 'NEXT PAYMENT',
    width: 128,
    wideOnly: true,
    cell: ({ next }) => (next.kind === 'pays' ? <When at={next.at} /> : '–'),
  },
  { header: 'STATUS', width: 140, narrow: 'badge', cell: PlanStatusBadge },
  {
    header: 'Action',
    width: 132,
    align: 'right',
    narrow: 'actions',
    cell: (plan) => (
      <RowActions>
        <RowLink
          to="/plans/details/$id"
          params={{ id }}
          search={{ plan: plan._id }}
          aria-label={`Manage Plan, ${planName(plan)}`}
        >
          Manage Plan
        </RowLink>
      </RowActions>
    ),
  },
]
