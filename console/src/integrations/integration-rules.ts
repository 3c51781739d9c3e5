import {
  APPLICATION_MISSING,
  integrationFields,
  integrationSteps,
  MAX_INTEGRATION_NAME,
} from '@hikmah/contract/integrations'
import {
  AT_MOST_100,
  MAX_LONG_DESCRIPTION,
  MAX_PRICE,
  MAX_SHORT_DESCRIPTION,
  NOT_A_NUMBER,
  PRICE_BELOW_ZERO,
  PRICE_WITH_CENTS,
  ZERO_OR_MORE,
} from '@hikmah/contract/plans'
import { plainTextOf, richTextProblem } from '@hikmah/contract/rich-text'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import { withoutThousands } from '../kit/format/money.ts'
import { joinByAnd, plural } from '../kit/format/texts.ts'
import { problemElsewhere as elsewhere, type WizardStep } from '../kit/wizard/WizardFrame.tsx'
import { priceIdProblem } from '../plans/PriceIdField.tsx'
import type { BillingValues, IntegrationValues } from './integration-values.ts'

/** Where each field stands, in the order of the page, and what it is called within a sentence. */
const fields: Record<string, { step: number; what: string }> = {
  name: { step: 0, what: 'a name' },
  shortDescription: { step: 0, what: 'a short description' },
  image: { step: 0, what: 'a logo' },
  longDescription: { step: 0, what: 'a long description' },
  compatibleWith: { step: 0, what: 'a compatible application' },
  integrationApi: { step: 0, what: 'an integration API' },
  stripeProductId: { step: 0, what: 'a provider product id' },
  features: { step: 1, what: 'a feature' },
  'monthly.price': { step: 2, what: 'a monthly price' },
  'monthly.stripePlanId': { step: 2, what: 'a monthly price id' },
  'monthly.discountPercentage': { step: 2, what: 'a monthly discount' },
  'annually.price': { step: 2, what: 'an annual price' },
  'annually.stripePlanId': { step: 2, what: 'an annual price id' },
  'annually.discountPercentage': { step: 2, what: 'an annual discount' },
  pricingType: { step: 2, what: 'a pricing type' },
  status: { step: 3, what: 'a status' },
}

export const stepOf = (field: string) => fields[field]?.step ?? 0

const lineProblem = (text: string, max: number) =>
  text.trim() === '' ? REQUIRED : isWithin(text.trim(), max) ? undefined : `At most ${max} characters`

function priceProblem(typed: string): string | undefined {
  const price = withoutThousands(typed)
  if (price === '') return REQUIRED
  if (Number(price) < 0) return PRICE_BELOW_ZERO
  if (!/^\d+(\.\d{1,2})?$/.test(price)) return PRICE_WITH_CENTS
  return Number(price) > MAX_PRICE ? `At most ${MAX_PRICE}` : undefined
}

function discountProblem(discount: string): string | undefined {
  if (discount.trim() === '') return REQUIRED
  const percent = Number(discount)
  if (Number.isNaN(percent)) return NOT_A_NUMBER
  if (percent < 0) return ZERO_OR_MORE
  return percent > 100 ? AT_MOST_100 : undefined
}

const billingProblems = (name: 'monthly' | 'annually', { price, stripePlanId, discountPercentage }: BillingValues) => ({
  [`${name}.price`]: priceProblem(price),
  [`${name}.stripePlanId`]: priceIdProblem(stripePlanId),
  [`${name}.discountPercentage`]: discountProblem(discountPercentage),
})

/** What is wrong with each field, by its path. */
export function problemsOf(values: IntegrationValues): Record<string, string> {
  const problems: Record<string, string | undefined> = {
    name: lineProblem(values.name, MAX_INTEGRATION_NAME),
    shortDescription: lineProblem(values.shortDescription, MAX_SHORT_DESCRIPTION),
    image: values.image.url === '' ? REQUIRED : undefined,
    longDescription:
      plainTextOf(values.longDescription) === ''
        ? REQUIRED
        : richTextProblem(values.longDescription, MAX_LONG_DESCRIPTION),
    compatibleWith: values.compatibleWith.length === 0 ? APPLICATION_MISSING : undefined,
    stripeProductId: /^[\w-]{0,100}$/.test(values.stripeProductId.trim())
      ? undefined
      : 'Letters, digits, - and _ only, at most 100',
    ...(values.pricingType === 'Paid' && {
      ...billingProblems('monthly', values.monthly),
      ...billingProblems('annually', values.annually),
    }),
    status: values.status === '' ? REQUIRED : undefined,
  }
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1])))
}

const isMissing = (problem: string | undefined, field: string) => problem === REQUIRED || field === 'compatibleWith'

/** Why a step cannot be left, if so, and the first field at fault. */
export function blockOf(values: IntegrationValues, step: number): { reason: string; field: string } | undefined {
  const problems = problemsOf(values)
  const wrong = Object.keys(fields).filter((field) => fields[field]?.step === step && problems[field])
  const [first] = wrong
  if (!first) return undefined
  const missing = wrong.filter((field) => isMissing(problems[field], field)).map((field) => fields[field]!.what)
  if (missing.length > 0) return { reason: `Needs ${joinByAnd(missing)}`, field: first }
  const what = fields[first]!.what.replace(/^an? /, '')
  return { reason: `Check the ${what}: ${problems[first]}`, field: first }
}

const fieldNames: Record<string, string> = integrationFields

export const problemElsewhere = (errors: Record<string, unknown>, open: number) =>
  elsewhere(errors, open, {
    steps: integrationSteps,
    stepOf,
    nameOf: (field) => fieldNames[field.split('.')[0]!] ?? field,
    isShown: (field) => field in fields && field !== 'features',
  })

/** The steps as the rail shows them. */
export function stepsOf(values: IntegrationValues): WizardStep[] {
  const { name, features, pricingType, monthly, status } = values
  const facts = [
    name.trim() || 'Name, logo, descriptions',
    features.length > 0 ? plural(features.length, 'feature') : 'None yet',
    pricingType === 'Free' ? 'Free' : monthly.price ? `$${monthly.price} a month` : 'Paid',
    status || 'Not chosen',
  ]
  return integrationSteps.map((step, i) => ({ name: step, fact: facts[i] ?? '', isDone: !blockOf(values, i) }))
}

const serverFields: [RegExp, string][] = [
  [/^imageMetaData/, 'image'],
  [/^compatibleWith/, 'compatibleWith'],
  [/^features/, 'features'],
  [/^pricing\.monthlyBilling/, 'monthly'],
  [/^pricing\.annuallyBilling/, 'annually'],
  [/^pricing$/, 'pricingType'],
]

/** What the server says of the fields of the draft, by those of the form. */
export function formErrors(errors: Record<string, string>): Record<string, string> {
  const named = (field: string) => {
    const [pattern, name] = serverFields.find(([start]) => start.test(field)) ?? []
    if (!pattern || !name) return field
    return name === 'monthly' || name === 'annually' ? field.replace(pattern, name) : name
  }
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [named(field), error]))
}
