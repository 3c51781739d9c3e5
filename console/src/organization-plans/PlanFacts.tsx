import { formatMoney } from '@hikmah/contract/money'
import { organizationPlans } from '@hikmah/contract/organization-plans/endpoints'
import type { PlanDetails } from '@hikmah/contract/organization-plans/schemas'
import { frequencyText, priceText } from '@hikmah/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { Facts } from '../kit/display/Facts.tsx'
import { When } from '../kit/format/When.tsx'
import { planName } from './plan-text.ts'
import classes from './plans.module.css'

/** The card Details. The amount of the next payment comes from the provider, which nothing else waits for. */
export function PlanFacts({ plan }: { plan: PlanDetails }) {
  const { next, currency, quantity, payment_method_details: method, totalBilled, created } = plan
  return (
    <Facts
      columns={1}
      facts={[
        ['Current Plan', planName(plan)],
        ['Plan Price', quantity > 1 ? `${priceText(plan)} for ${quantity}` : priceText(plan)],
        ['Start Date', <When key="start" at={created * 1000} />],
        ['Billing Cycle', frequencyText(plan.frequency)],
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
        [
          'Next Payment Amount',
          next.kind === 'pays' &&
            (plan.paidNextWith ? (
              <NextAmount subscription={plan.planSubscriptionId} paidWith={plan.paidNextWith} />
            ) : (
              <>
                {formatMoney(plan.amount, currency)}
                <span className={classes.note}>By its price: without discounts, tax and credit.</span>
              </>
            )),
        ],
        ['Payment Method', method && `${method.card.brand.toUpperCase()} ${method.card.last4}`],
        ['Total Billed', formatMoney(totalBilled, currency)],
      ]}
    />
  )
}

function NextAmount({ subscription: id, paidWith }: { subscription: string; paidWith: string[] }) {
  const { data, error } = useQuery(read(organizationPlans.readNextPayment, { params: { id } }))
  if (!data) return error ? '–' : '…'
  const { amount, currency, isEstimate } = data.data
  return (
    <>
      {formatMoney(amount, currency)}
      {paidWith.length > 0 && <span className={classes.note}>Together with {paidWith.join(', ')}</span>}
      {isEstimate && (
        <span className={classes.note}>The payment provider cannot be reached: without discounts, tax and credit.</span>
      )}
    </>
  )
}
