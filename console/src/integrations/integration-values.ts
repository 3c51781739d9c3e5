import type { Input } from '@hikmah/contract/endpoint'
import type { Integration, IntegrationApi, integrations, pricingTypes } from '@hikmah/contract/integrations'
import type { integrationStatuses } from '@hikmah/contract/plans'
import { typedDollars, withoutThousands } from '../kit/format/money.ts'

type Body = Input<typeof integrations.createIntegration>['body']
export type Status = (typeof integrationStatuses)[number]

export interface FeatureValues {
  title: string
  description: string
  status: Status
  order?: number
}

/** As typed. */
export interface BillingValues {
  stripePlanId: string
  price: string
  discountPercentage: string
}

export interface IntegrationValues {
  name: string
  shortDescription: string
  image: { url: string; name: string; size: number }
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
  image: { url: '', name: '', size: 0 },
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

type Paid = Extract<Integration['pricing'], { pricingType: 'Paid' }>

const typed = ({ stripePlanId, price, discountPercentage }: Paid['monthlyBilling' | 'annuallyBilling']) => ({
  stripePlanId,
  price: typedDollars(price),
  discountPercentage: String(discountPercentage),
})

export const valuesOf = ({ imageMetaData, compatibleWith, pricing, ...row }: Integration): IntegrationValues => ({
  name: row.name,
  shortDescription: row.shortDescription,
  image: { url: imageMetaData.imageUrl, name: imageMetaData.imageName, size: imageMetaData.imageSize },
  longDescription: row.longDescription,
  compatibleWith: compatibleWith.map(({ application }) => application),
  integrationApi: row.integrationApi,
  stripeProductId: row.stripeProductId,
  features: row.features,
  pricingType: pricing.pricingType,
  monthly: pricing.pricingType === 'Paid' ? typed(pricing.monthlyBilling) : noBilling,
  annually: pricing.pricingType === 'Paid' ? typed(pricing.annuallyBilling) : noBilling,
  status: row.status,
})

const sent = <Period>({ stripePlanId, price, discountPercentage }: BillingValues, billingPeriod: Period) => ({
  stripePlanId: stripePlanId.trim(),
  price: Number(withoutThousands(price)),
  billingPeriod,
  discountPercentage: Number(discountPercentage),
})

/** The whole draft as it is sent; of a free one the type alone. `names` has those of the applications by their ids. */
export const bodyOf = (values: IntegrationValues, names: ReadonlyMap<string, string>): Body => ({
  name: values.name,
  shortDescription: values.shortDescription,
  longDescription: values.longDescription,
  imageMetaData: { imageUrl: values.image.url, imageName: values.image.name, imageSize: values.image.size },
  compatibleWith: values.compatibleWith.map((application) => ({
    application,
    applicationName: names.get(application),
  })),
  integrationApi: values.integrationApi,
  stripeProductId: values.stripeProductId.trim(),
  features: values.features,
  pricing:
    values.pricingType === 'Free'
      ? { pricingType: 'Free' }
      : {
          pricingType: 'Paid',
          monthlyBilling: sent(values.monthly, 'Monthly'),
          annuallyBilling: sent(values.annually, 'Annually'),
        },
  // A step without it is not left.
  status: values.status as Status,
})
