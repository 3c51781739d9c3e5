import '@mantine/core/styles/Radio.layer.css'
import { MAY_NOT_PRICE_INTEGRATION, pricingTypes } from '@hikmah/contract/integrations'
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import { typedDollars } from '../kit/format/money.ts'
import { PriceIdField } from '../plans/PriceIdField.tsx'
import type { IntegrationValues } from './integration-values.ts'
import type { StepProps } from './integration-words.ts'
import classes from './integrations.module.css'

/** Step 3: Free, or a price for the month and one for the year. */
export function Pricing({ form }: StepProps) {
  const mayPrice = useMay('products.price')
  return (
    <div className={classes.fields}>
      <Radio.Group
        label="Pricing type"
        required
        data-path="pricingType"
        description={mayPrice ? undefined : MAY_NOT_PRICE_INTEGRATION}
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
          <Billing form={form} period="monthly" name="Monthly" isReadOnly={!mayPrice} />
          <Billing form={form} period="annually" name="Annual" isReadOnly={!mayPrice} />
        </>
      )}
    </div>
  )
}

interface BillingProps extends StepProps {
  period: 'monthly' | 'annually'
  name: string
  isReadOnly: boolean
}

function Billing({ form, period, name, isReadOnly }: BillingProps) {
  const [isHeld, setHeld] = useState(false)
  const description = isReadOnly ? MAY_NOT_PRICE_INTEGRATION : undefined
  return (
    <FormSection title={`${name} billing`}>
      <PriceIdField
        label={`${name} price id`}
        every={period === 'monthly' ? 'month' : 'year'}
        value={form.values[period].stripePlanId}
        field={form.getInputProps(`${period}.stripePlanId`)}
        guarded={description}
        onPrice={(found) => {
          form.setFieldValue(`${period}.price`, found === null ? '' : typedDollars(found))
          form.clearFieldError(`${period}.price`)
        }}
        onRefused={(reason) => form.setFieldError(`${period}.stripePlanId`, reason)}
        onHeld={setHeld}
      />
      <TextField
        label={`${name} price`}
        required
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        {...form.getInputProps(`${period}.price`)}
        readOnly={isReadOnly || isHeld}
        description={description ?? 'US dollars, 0 or more'}
        data-path={`${period}.price`}
      />
      <TextField
        label={`${name} discount`}
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
