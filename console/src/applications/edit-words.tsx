import type { Plan } from '@hikmah/contract/plans/schemas'
import { billingWords } from '@hikmah/contract/plans/words'
import { wholeDollars } from '../kit/format/money.ts'
import type { ApplicationValues } from './application-form.ts'
import classes from './steps/steps.module.css'

const lines = (parts: string[]) => parts.join('\n')
const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

const planWords = ({ name, status, monthlyBilling, annuallyBilling, features }: Plan) =>
  joined(
    `${name}: ${status}`,
    `${billingWords(monthlyBilling)} a month`,
    `${billingWords(annuallyBilling)} a year`,
    ...features.map(({ title, featureType }) => `${title} (${featureType})`),
  )

/** An application in words in which two that mean the same are equal: a line for each feature, plan and item. */
export const inWords = ({ image, icon, features, plans, hardware, showHardware, ...values }: ApplicationValues) => ({
  ...values,
  image: image.url,
  icon: icon.url,
  showHardware: showHardware ? 'On' : 'Off',
  features: lines(
    features.map(({ title, description, price, status }) =>
      joined(`${title}: ${price > 0 ? wholeDollars(price) : 'Free'}`, status, description),
    ),
  ),
  plans: lines(plans.map(planWords)),
  hardware: lines(
    hardware.map(({ name, price, billingPeriod, setupCost, shipping }) =>
      joined(
        `${name}: ${wholeDollars(price)} ${billingPeriod}`,
        setupCost !== null && `setup ${wholeDollars(setupCost)}`,
        `shipping ${shipping}`,
      ),
    ),
  ),
})

export const show = (field: string, value: unknown) =>
  (field === 'image' || field === 'icon') && value ? (
    <img src={String(value)} alt="" height={32} />
  ) : (
    <span className={classes.lines}>{String(value)}</span>
  )
