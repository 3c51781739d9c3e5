import { billingWords, type Plan } from '@hikmah/contract/plans'
import { wholeDollars } from '../kit/format/money.ts'
import { partsOf } from '../kit/parts/apart.ts'
import type { ApplicationValues } from './application-form.ts'
import classes from './steps/steps.module.css'

const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

const planWords = ({ name, status, monthlyBilling, annuallyBilling, features }: Plan) =>
  joined(
    name,
    status,
    `${billingWords(monthlyBilling)} a month`,
    `${billingWords(annuallyBilling)} a year`,
    ...features.map(({ title, featureType }) => `${title} (${featureType})`),
  )

/** An application in words in which two that mean the same are equal: a text for each feature, plan and item. */
export const inWords = ({ image, icon, features, plans, hardware, showHardware, ...values }: ApplicationValues) => ({
  ...values,
  image: image.url,
  icon: icon.url,
  showHardware: showHardware ? 'On' : 'Off',
  features: features.map(({ description, price, status }) =>
    joined(price > 0 ? wholeDollars(price) : 'Free', status, description),
  ),
  plans: plans.map(planWords),
  hardware: hardware.map(({ price, billingPeriod, setupCost, shipping }) =>
    joined(
      `${wholeDollars(price)} ${billingPeriod}`,
      setupCost !== null && `setup ${wholeDollars(setupCost)}`,
      `shipping ${shipping}`,
    ),
  ),
})

/** A plan is known by its id, also under another name. */
export const parts = partsOf<ApplicationValues>({
  features: { key: ({ title }) => title, name: ({ title }) => title },
  plans: { key: ({ id }) => id, name: ({ name }) => name },
  hardware: { key: ({ name }) => name, name: ({ name }) => name },
})

export function show(field: string, value: unknown) {
  if (!value) return ''
  if (field === 'image' || field === 'icon') return <img src={String(value)} alt="" height={32} />
  return <span className={classes.lines}>{String(value)}</span>
}
