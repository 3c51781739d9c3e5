import type { ImageMeta } from '@hikmah/contract/media'
import type { IntegrationBilling, Plan, ProductStatus } from '@hikmah/contract/plans'
import { readCode } from '@hikmah/contract/typed'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import type { ComponentProps } from 'react'
import type { z } from 'zod'
import { TextField } from '../kit/field/TextField.tsx'
import { typedDollars, withoutThousands } from '../kit/form/typed-numbers.ts'

const HIDDEN_PRODUCT = 'Hidden from the front end and cannot be added from the console'

/** What each status means for organizations. */
export const statusMeanings: Record<ProductStatus, string> = {
  Available: 'Available for organization to add',
  'Coming Soon': 'Shown, but cannot be added yet',
  New: 'Available and marked as new for 2-3 weeks',
  'Not Available': HIDDEN_PRODUCT,
  Hidden: HIDDEN_PRODUCT,
}

export const featureColumn = {
  header: 'Feature',
  cell: ({ title, description }: { title: string; description: string }) => (
    <>
      <b>{title}</b>
      {description && <small>{description}</small>}
    </>
  ),
}

/** `guarded` is the reason why this person may not change it. */
export const ProviderProductField = ({
  guarded,
  ...props
}: ComponentProps<typeof TextField> & { guarded: string | false }) => (
  <TextField spellCheck={false} {...props} readOnly={guarded !== false} description={guarded || 'Optional'} />
)

export const tooLong = (text: string, max: number) =>
  isWithin(text.trim(), max) ? undefined : `At most ${max} characters`

/** Why a required text cannot be saved. */
export const textProblem = (text: string, max: number) => (text.trim() === '' ? REQUIRED : tooLong(text, max))

/** Why a typed amount cannot be saved, by the contract's rule of the number. */
export function amountProblem(typed: string, rule: z.ZodType): string | undefined {
  const text = withoutThousands(typed)
  if (text === '') return REQUIRED
  const amount = /^-?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN
  return rule.safeParse(amount).error?.issues[0]?.message
}

/** A billing as typed. */
export interface BillingValues {
  stripePlanId: string
  price: string
  discountPercentage: string
}

type Billing =
  | Plan['monthlyBilling' | 'annuallyBilling']
  | z.output<(typeof IntegrationBilling)['monthlyBilling' | 'annuallyBilling']>

export const billingValues = ({ stripePlanId, price, discountPercentage }: Billing): BillingValues => ({
  stripePlanId,
  price: typedDollars(price),
  discountPercentage: String(discountPercentage),
})

export const sentBilling = ({ stripePlanId, price, discountPercentage }: BillingValues) => ({
  stripePlanId: readCode(stripePlanId),
  price: Number(withoutThousands(price)),
  discountPercentage: Number(withoutThousands(discountPercentage)),
})

export interface FormImage {
  url: string
  name: string
  size: number
}

export const noImage: FormImage = { url: '', name: '', size: 0 }

export const formImage = ({ imageUrl, imageName, imageSize }: z.infer<typeof ImageMeta>): FormImage => ({
  url: imageUrl,
  name: imageName,
  size: imageSize,
})

export const sentImage = ({ url, name, size }: FormImage) => ({
  imageUrl: url,
  imageName: name,
  imageSize: size,
})
