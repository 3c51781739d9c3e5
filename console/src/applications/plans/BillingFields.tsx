import { discounts, perMonth } from '@hikmah/contract/plans'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextField } from '../../kit/field/TextField.tsx'
import { FormSection } from '../../kit/form/Form.tsx'
import { typedDollars, withoutThousands } from '../../kit/format/money.ts'
import { PriceIdField } from '../../plans/PriceIdField.tsx'
import type { PlanValues } from './plan-form.ts'
import classes from './plans.module.css'

interface Props {
  form: UseFormReturnType<PlanValues>
  period: 'monthly' | 'annual'
}

const words = {
  monthly: { title: 'Monthly billing', name: 'Monthly', every: 'a month' },
  annual: { title: 'Annual billing', name: 'Annual', every: 'a year' },
}

/** The price of a plan for one period. A price id fills it, and then it is the provider's to say. */
export function BillingFields({ form, period }: Props) {
  const { title, name, every } = words[period]
  const { price, stripePlanId } = form.values[period]
  const [isHeld, setHeld] = useState(false)

  return (
    <FormSection title={title}>
      <div className={classes.pair}>
        <PriceIdField
          label={`${name} price id`}
          every={period === 'monthly' ? 'month' : 'year'}
          value={stripePlanId}
          field={form.getInputProps(`${period}.stripePlanId`)}
          onPrice={(found) => form.setFieldValue(`${period}.price`, typedDollars(found ?? 0))}
          onRefused={(reason) => form.setFieldError(`${period}.stripePlanId`, reason)}
          onHeld={setHeld}
        />
        <TextField
          label={`${name} price`}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          readOnly={isHeld}
          description={period === 'annual' ? `$${perMonth(Number(withoutThousands(price)) || 0)} per month` : every}
          {...form.getInputProps(`${period}.price`)}
        />
      </div>
      <ChoiceField
        label={`${name} discount`}
        data={discounts.map((discount) => ({
          value: String(discount),
          label: discount === 0 ? 'None' : `${discount}%`,
        }))}
        {...form.getInputProps(`${period}.discount`)}
      />
    </FormSection>
  )
}
