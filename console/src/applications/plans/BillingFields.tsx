import { discounts, perMonth } from '@hikmah/contract/plans/words'
import { Button, NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { TextField } from '../../kit/field/TextField.tsx'
import { FormSection } from '../../kit/form/Form.tsx'
import { formatDate } from '../../kit/format/dates.ts'
import { Icon } from '../../kit/icons/icons.tsx'
import type { PlanValues } from './plan-form.ts'
import classes from './plans.module.css'
import { usePriceLookup } from './use-price-lookup.ts'

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
  const { lookup, look, lookSoon, forget } = usePriceLookup(stripePlanId, (found) =>
    form.setFieldValue(`${period}.price`, found === null ? '0' : String(found)),
  )
  const id = form.getInputProps(`${period}.stripePlanId`)
  const isLooking = lookup?.state === 'looking'
  const failed = lookup?.state === 'failed' && lookup
  const said =
    lookup?.state === 'found' ? (
      <span className={classes.found}>
        <Icon name="check" size={14} />
        Looked up at {formatDate(lookup.at, 'hh:mm A')}
      </span>
    ) : isLooking ? (
      'Looking up'
    ) : (
      'Looked up on leaving the field'
    )

  return (
    <FormSection title={title}>
      <div className={classes.pair}>
        <TextField
          label={`${name} price id`}
          autoComplete="off"
          spellCheck={false}
          placeholder="price_"
          readOnly={isLooking}
          description={<span role="status">{said}</span>}
          {...id}
          error={lookup?.state === 'unknown' ? 'No such price' : failed ? failed.message : id.error}
          onChange={(event) => {
            forget()
            id.onChange(event)
          }}
          onPaste={({ currentTarget }) => lookSoon(() => currentTarget.value)}
          onBlur={(event) => {
            id.onBlur?.(event)
            void look(stripePlanId)
          }}
          rightSectionWidth={failed ? 72 : undefined}
          rightSection={
            failed && (
              <Button variant="default" size="xs" onClick={() => void look(failed.id, true)}>
                Retry
              </Button>
            )
          }
        />
        <TextField
          label={`${name} price`}
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          readOnly={isLooking || lookup?.state === 'found'}
          description={period === 'annual' ? `$${perMonth(Number(price) || 0)} per month` : every}
          {...form.getInputProps(`${period}.price`)}
        />
      </div>
      <NativeSelect
        label={`${name} discount`}
        data={discounts.map((discount) => ({
          value: String(discount),
          label: discount === 0 ? 'None' : `${discount}%`,
        }))}
        rightSection={<Icon name="down" size={12} />}
        {...form.getInputProps(`${period}.discount`)}
      />
    </FormSection>
  )
}
