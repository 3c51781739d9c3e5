import { applicationFields } from '@hikmah/contract/applications'
import { billingWords, type Plan } from '@hikmah/contract/plans'
import { comparedFields } from '../kit/form/conflicts.ts'
import { wholeDollars } from '../kit/format/money.ts'
import type { ApplicationValues } from './application-form.ts'
import classes from './steps/steps.module.css'

const showImage = (url: string) => url && <img src={url} alt="" height={32} />
const show = (text: string) => text && <span className={classes.lines}>{text}</span>

const join = (...parts: (string | false)[]) => parts.filter(Boolean).join(', ')

const describePlan = ({ name, status, monthlyBilling, annuallyBilling, features }: Plan) =>
  join(
    name,
    status,
    `${billingWords(monthlyBilling)} a month`,
    `${billingWords(annuallyBilling)} a year`,
    ...features.map(({ title, featureType }) => `${title} (${featureType})`),
  )

/** An application as two versions of it are compared: a text for each feature, plan and item. */
export const comparedApplication = comparedFields<ApplicationValues, keyof ApplicationValues>(applicationFields, {
  image: { compare: ({ url }) => url, show: showImage },
  icon: { compare: ({ url }) => url, show: showImage },
  showHardware: { compare: (isShown) => (isShown ? 'On' : 'Off') },
  features: {
    parts: {
      key: ({ title }) => title,
      name: ({ title }) => title,
      describe: ({ description, price, status }) => join(price > 0 ? wholeDollars(price) : 'Free', status, description),
    },
    show,
  },
  // A plan is known by its id, also under another name.
  plans: { parts: { key: ({ id }) => id, name: ({ name }) => name, describe: describePlan }, show },
  hardware: {
    parts: {
      key: ({ name }) => name,
      name: ({ name }) => name,
      describe: ({ price, billingPeriod, setupCost, shipping }) =>
        join(
          `${wholeDollars(price)} ${billingPeriod}`,
          setupCost !== null && `setup ${wholeDollars(setupCost)}`,
          `shipping ${shipping}`,
        ),
    },
    show,
  },
  longDescription: { show },
  shortDescription: { show },
})
