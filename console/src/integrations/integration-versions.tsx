import type { ReactNode } from 'react'
import { withoutThousands } from '../kit/format/money.ts'
import { partsOf } from '../kit/parts/apart.ts'
import { comparableText, RichText } from '../kit/rich-text/RichText.tsx'
import type { BillingValues, IntegrationValues } from './integration-values.ts'

const billing = ({ price, stripePlanId, discountPercentage }: BillingValues) =>
  [`$${withoutThousands(price)}`, stripePlanId, `${discountPercentage}% off`].filter(Boolean).join(', ')

/** Two versions in words that can be compared, under the names of their fields. */
export const inWords = (values: IntegrationValues) => ({
  ...values,
  image: values.image.url,
  longDescription: comparableText(values.longDescription),
  compatibleWith: values.compatibleWith.toSorted().join(' '),
  features: values.features.map(({ description, status }) => [status, description].filter(Boolean).join(', ')),
  monthly: values.pricingType === 'Paid' ? billing(values.monthly) : '',
  annually: values.pricingType === 'Paid' ? billing(values.annually) : '',
})

export const parts = partsOf<IntegrationValues>({
  features: { key: ({ title }) => title, name: ({ title }) => title },
})

export function showWords(field: string, value: unknown): ReactNode {
  if (field === 'image' && value) return <img src={String(value)} alt="" height={32} />
  if (field === 'compatibleWith' && value) return `${String(value).split(' ').length} chosen`
  if (field === 'longDescription' && value) return <RichText value={String(value)} />
  return String(value)
}
