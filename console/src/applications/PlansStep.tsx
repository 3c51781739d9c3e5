import { MAY_NOT_PRICE } from '@hikmah/contract/applications'
import { isCustomPlan, isFreePlan, NO_PLANS, type Plan, perMonth, planProblem } from '@hikmah/contract/plans'
import { dollarsAndCents, plural } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { AddPart, PartsTable } from '../kit/parts/Parts.tsx'
import { RowAction, RowActions } from '../kit/row/RowActions.tsx'
import { LookedUpById } from '../plans/PriceIdField.tsx'
import { ProductStatusBadge } from '../plans/ProductStatusBadge.tsx'
import { NO_FEATURES_YET } from './application-form.ts'
import classes from './applications.module.css'

interface Props {
  plans: readonly Plan[]
  mayPrice: boolean
  /** Opens a plan on its page, or a new one. */
  onOpen: (index?: number) => void
}

/** Step 3: the plans and their prices. */
export function PlansStep({ plans, mayPrice, onOpen }: Props) {
  const reason = !mayPrice && MAY_NOT_PRICE
  const add = <AddPart path="plans" label="Add plan" reason={reason} onClick={() => onOpen()} />
  return (
    <>
      {plans.length > 0 && add}
      <PartsTable
        name="Plans"
        parts={plans}
        blocksUpTo={1199}
        isMarked={(plan) => planProblem(plan) !== undefined}
        empty={{ title: NO_PLANS, text: 'Add one plan to go on to Hardware.', action: add }}
        columns={[
          {
            header: 'Plan',
            cell: (plan) => (
              <>
                <b>{plan.name}</b>
                <small>{planProblem(plan) ?? describeFeatures(plan)}</small>
              </>
            ),
          },
          {
            header: 'Monthly',
            width: 108,
            align: 'right',
            cell: (plan) => <Price plan={plan} price={plan.monthlyBilling.price} below="a month" />,
          },
          {
            header: 'Annual, per month',
            width: 144,
            align: 'right',
            cell: (plan) => (
              <Price
                plan={plan}
                price={Number(perMonth(plan.annuallyBilling.price))}
                below={`${dollars(plan.annuallyBilling.price)} a year`}
              />
            ),
          },
          { header: 'Discount', width: 84, align: 'right', cell: describeDiscounts },
          { header: 'Provider price id', cell: (plan) => <PriceIds plan={plan} /> },
          { header: 'Status', width: 124, cell: ({ status }) => <ProductStatusBadge status={status} /> },
          {
            header: 'Action',
            width: 72,
            align: 'right',
            cell: ({ name }, i) => (
              <RowActions>
                <RowAction
                  aria-label={`edit ${name}`}
                  aria-disabled={reason ? true : undefined}
                  title={reason || undefined}
                  onClick={() => !reason && onOpen(i)}
                >
                  edit
                </RowAction>
              </RowActions>
            ),
          },
        ]}
      />
      <p className={`fine ${classes.hint}`}>
        <Icon name="info" size={14} />
        An annual price is shown per month.{' '}
        {reason ? `${reason}.` : 'A looked-up price comes from the payment provider.'}
      </p>
    </>
  )
}

const dollars = (price: number) => dollarsAndCents(Math.round(price * 100))

function Price({ plan, price, below }: { plan: Plan; price: number; below: string }) {
  return (
    <>
      <b>{dollars(price)}</b>
      <small>{isCustomPlan(plan) ? 'by agreement' : below}</small>
    </>
  )
}

function describeFeatures({ features }: Plan): string {
  if (features.length === 0) return NO_FEATURES_YET
  const addOns = features.filter(({ featureType }) => featureType === 'Add-on').length
  return `${plural(features.length, 'feature')}, ${addOns > 0 ? plural(addOns, 'Add-on') : 'Included'}`
}

/** One where both are the same. */
function describeDiscounts({ monthlyBilling, annuallyBilling }: Plan): string {
  const [month, year] = [monthlyBilling, annuallyBilling].map(({ discountPercentage: off }) =>
    off === 0 ? 'None' : `${off}%`,
  )
  return month === year ? `${month}` : `${month}, ${year}`
}

function PriceIds({ plan }: { plan: Plan }) {
  const { monthlyBilling, annuallyBilling } = plan
  if (!monthlyBilling.stripePlanId && !annuallyBilling.stripePlanId)
    return isFreePlan(plan) || isCustomPlan(plan) ? 'Not needed' : 'None'
  return (
    <>
      <PriceId name="Monthly" {...monthlyBilling} />
      <PriceId name="Annual" {...annuallyBilling} />
    </>
  )
}

function PriceId({ name, stripePlanId, price }: { name: string; stripePlanId: string; price: number }) {
  return (
    <span className={classes.id}>
      <span>{name}</span>
      <span>{stripePlanId || 'None'}</span>
      <LookedUpById id={stripePlanId} price={price} />
    </span>
  )
}
