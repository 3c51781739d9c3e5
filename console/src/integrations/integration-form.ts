import { applications } from '@hikmah/contract/applications'
import type { Input } from '@hikmah/contract/endpoint'
import {
  APPLICATION_MISSING,
  type Integration,
  type IntegrationApi,
  integrationFields,
  integrationSteps,
  type integrations,
  MAX_INTEGRATION_NAME,
  type pricingTypes,
} from '@hikmah/contract/integrations'
import {
  IntegrationBilling,
  type integrationStatuses,
  MAX_LONG_DESCRIPTION,
  MAX_SHORT_DESCRIPTION,
} from '@hikmah/contract/plans'
import { plainTextOf, richTextProblem } from '@hikmah/contract/rich-text'
import { readCode } from '@hikmah/contract/typed'
import { REQUIRED } from '@hikmah/contract/words'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { read } from '../kit/api/data.ts'
import { withoutThousands } from '../kit/form/typed-numbers.ts'
import { dollarsAndCents, joinByAnd, plural } from '../kit/format/texts.ts'
import type { WizardStep } from '../kit/wizard/WizardFrame.tsx'
import { priceIdProblem } from '../plans/PriceIdField.tsx'
import {
  amountProblem,
  type BillingValues,
  billingValues,
  type FormImage,
  formImage,
  noImage,
  sentBilling,
  sentImage,
  textProblem,
} from '../products/product-fields.tsx'
import type { Problem, ProductForm } from '../products/product-wizard.tsx'

type Body = Input<typeof integrations.createIntegration>['body']
export type Status = (typeof integrationStatuses)[number]

export interface FeatureValues {
  title: string
  description: string
  status: Status
  order?: number
}

export interface IntegrationValues {
  name: string
  shortDescription: string
  image: FormImage
  longDescription: string
  /** Ids of applications. */
  compatibleWith: string[]
  integrationApi: IntegrationApi | ''
  stripeProductId: string
  features: FeatureValues[]
  pricingType: (typeof pricingTypes)[number]
  monthly: BillingValues
  annually: BillingValues
  status: Status | ''
}

const noBilling: BillingValues = { stripePlanId: '', price: '', discountPercentage: '0' }

export const emptyIntegration: IntegrationValues = {
  name: '',
  shortDescription: '',
  image: noImage,
  longDescription: '',
  compatibleWith: [],
  integrationApi: '',
  stripeProductId: '',
  features: [],
  pricingType: 'Free',
  monthly: noBilling,
  annually: noBilling,
  status: '',
}

export const formValues = ({ imageMetaData, compatibleWith, pricing, ...row }: Integration): IntegrationValues => ({
  name: row.name,
  shortDescription: row.shortDescription,
  image: formImage(imageMetaData),
  longDescription: row.longDescription,
  compatibleWith: compatibleWith.map(({ application }) => application),
  integrationApi: row.integrationApi,
  stripeProductId: row.stripeProductId,
  features: row.features,
  pricingType: pricing.pricingType,
  monthly: pricing.pricingType === 'Paid' ? billingValues(pricing.monthlyBilling) : noBilling,
  annually: pricing.pricingType === 'Paid' ? billingValues(pricing.annuallyBilling) : noBilling,
  status: row.status,
})

/** `names` has those of the applications by their ids. */
export const toBody = (values: IntegrationValues, names: ReadonlyMap<string, string>): Body => ({
  name: values.name,
  shortDescription: values.shortDescription,
  longDescription: values.longDescription,
  imageMetaData: sentImage(values.image),
  compatibleWith: values.compatibleWith.map((application) => ({
    application,
    applicationName: names.get(application),
  })),
  integrationApi: values.integrationApi,
  stripeProductId: readCode(values.stripeProductId),
  features: values.features,
  pricing:
    values.pricingType === 'Free'
      ? { pricingType: 'Free' }
      : {
          pricingType: 'Paid',
          monthlyBilling: { ...sentBilling(values.monthly), billingPeriod: 'Monthly' },
          annuallyBilling: { ...sentBilling(values.annually), billingPeriod: 'Annually' },
        },
  // A step without it is not left.
  status: values.status as Status,
})

/** The names of the applications by their ids. The list lacks archived ones, so the `saved` ones are added. */
export function useApplicationNames(saved: Integration['compatibleWith'] = []): ReadonlyMap<string, string> {
  const { data } = useQuery(read(applications.listApplications, { query: {} }))
  return new Map([
    ...saved.map(({ application, applicationName }) => [application, applicationName] as const),
    ...(data?.data ?? []).map(({ _id, displayName }) => [_id, displayName] as const),
  ])
}

export interface StepProps {
  form: UseFormReturnType<IntegrationValues>
  /** As saved; undefined for a new one. */
  saved?: Integration
}

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

const findStep = (field: string) => fields[field]?.step ?? 0

const billingProblems = (name: 'monthly' | 'annually', { price, stripePlanId, discountPercentage }: BillingValues) => ({
  [`${name}.price`]: amountProblem(price, IntegrationBilling.monthlyBilling.shape.price),
  [`${name}.stripePlanId`]: priceIdProblem(stripePlanId),
  // Empty means none.
  [`${name}.discountPercentage`]: amountProblem(
    discountPercentage.trim() || '0',
    IntegrationBilling.monthlyBilling.shape.discountPercentage,
  ),
})

export function checkIntegration(values: IntegrationValues): Record<string, string> {
  const problems: Record<string, string | undefined> = {
    name: textProblem(values.name, MAX_INTEGRATION_NAME),
    shortDescription: textProblem(values.shortDescription, MAX_SHORT_DESCRIPTION),
    image: values.image.url === '' ? REQUIRED : undefined,
    longDescription:
      plainTextOf(values.longDescription) === ''
        ? REQUIRED
        : richTextProblem(values.longDescription, MAX_LONG_DESCRIPTION),
    compatibleWith: values.compatibleWith.length === 0 ? APPLICATION_MISSING : undefined,
    stripeProductId: /^[\w-]{0,100}$/.test(readCode(values.stripeProductId))
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

function stepProblem(step: number, values: IntegrationValues): Problem | undefined {
  const problems = checkIntegration(values)
  const invalid = Object.keys(fields).filter((field) => fields[field]?.step === step && problems[field])
  const [path] = invalid
  if (!path) return undefined
  const missing = invalid.filter((field) => isMissing(problems[field], field)).map((field) => fields[field]!.what)
  if (missing.length > 0) return { reason: `Needs ${joinByAnd(missing)}`, path }
  const what = fields[path]!.what.replace(/^an? /, '')
  return { reason: `Check the ${what}: ${problems[path]}`, path }
}

/** `$12.50` as soon as it is a number. */
const shownPrice = (typed: string) => {
  const dollars = Number(withoutThousands(typed))
  return Number.isNaN(dollars) ? `$${typed}` : dollarsAndCents(Math.round(dollars * 100))
}

function describeSteps(values: IntegrationValues): WizardStep[] {
  const { name, features, pricingType, monthly, status } = values
  const facts = [
    name.trim() || 'Name, logo, descriptions',
    features.length > 0 ? plural(features.length, 'feature') : 'None yet',
    pricingType === 'Free' ? 'Free' : monthly.price ? `${shownPrice(monthly.price)} a month` : 'Paid',
    status || 'Not chosen',
  ]
  return integrationSteps.map((step, i) => ({ name: step, fact: facts[i] ?? '', isDone: !stepProblem(i, values) }))
}

function formField(path: string): string {
  const field = path
    .replace(/^imageMetaData/, 'image')
    .replace(/^pricing\.(monthly|annually)Billing/, '$1')
    .replace(/^pricing$/, 'pricingType')
  const root = field.split('.')[0] ?? field
  return ['image', 'compatibleWith', 'features'].includes(root) ? root : field
}

export const formErrors = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [formField(path), error]))

export const integrationForm: ProductForm<IntegrationValues> = {
  kind: 'integration',
  empty: emptyIntegration,
  validate: checkIntegration,
  steps: integrationSteps,
  labels: integrationFields,
  findStep,
  isShown: (field) => field in fields && field !== 'features',
  stepProblem,
  describeSteps,
  countParts: (step, { features }) => (step === 1 ? features.length : undefined),
  formErrors,
}
