import '@mantine/core/styles/Radio.layer.css'
import { pricingTypes } from '@hikmah/contract/integrations/words'
import { Radio } from '@mantine/core'
import { useMay } from '../kit/api/current-user.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import type { IntegrationValues } from './integration-values.ts'
import { PRICES_ARE_GUARDED, type StepProps } from './integration-words.ts'
import classes from './integrations.module.css'
import { PriceId } from './PriceId.tsx'

/** Step 3: Free, or a price for the month and one for the year. */
export function Pricing({ form }: StepProps) {
  const mayPrice = useMay('products.price')
  return (
    <div className={classes.fields}>
      <Radio.Group
        label="Pricing type"
        required
        data-path="pricingType"
        description={mayPrice ? undefined : PRICES_ARE_GUARDED}
        error={fieldError(form.errors.pricingType)}
        value={form.values.pricingType}
        onChange={(type) => {
          form.setFieldValue('pricingType', type as IntegrationValues['pricingType'])
          form.clearErrors()
        }}
      >
        <div className={classes.radios}>
          {pricingTypes.map((type) => (
            <Radio key={type} value={type} label={type} disabled={!mayPrice} />
          ))}
        </div>
      </Radio.Group>
      {form.values.pricingType === 'Paid' && (
        <>
          <Billing form={form} period="monthly" title="Monthly" isReadOnly={!mayPrice} />
          <Billing form={form} period="annually" title="Annually" isReadOnly={!mayPrice} />
        </>
      )}
    </div>
  )
}

interface BillingProps extends StepProps {
  period: 'monthly' | 'annually'
  title: string
  isReadOnly: boolean
}

function Billing({ form, period, title, isReadOnly }: BillingProps) {
  const description = isReadOnly ? PRICES_ARE_GUARDED : undefined
  return (
    <FormSection title={title}>
      <PriceId
        label={`${title} price id`}
        isReadOnly={isReadOnly}
        path={`${period}.stripePlanId`}
        field={form.getInputProps(`${period}.stripePlanId`)}
        value={form.values[period].stripePlanId}
        onPrice={(price) => {
          form.setFieldValue(`${period}.price`, price)
          form.clearFieldError(`${period}.price`)
        }}
      />
      <TextField
        label={`${title} price`}
        required
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        {...form.getInputProps(`${period}.price`)}
        readOnly={isReadOnly}
        description={description ?? 'US dollars, 0 or more'}
        data-path={`${period}.price`}
      />
      <TextField
        label={`${title} discount`}
        required
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        {...form.getInputProps(`${period}.discountPercentage`)}
        readOnly={isReadOnly}
        description={description}
        data-path={`${period}.discountPercentage`}
      />
    </FormSection>
  )
}
