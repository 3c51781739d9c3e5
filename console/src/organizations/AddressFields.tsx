import { usStates } from '@hikmah/contract/us-states'
import { NativeSelect } from '@mantine/core'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import type { OrganizationFormState } from './organization-values.ts'

const states = Object.entries(usStates).map(([label, value]) => ({ value, label }))

export function AddressFields({ form }: { form: OrganizationFormState }) {
  const { state } = form.values.orgAddress
  const isKnown = state === '' || states.some(({ value }) => value === state)
  const { error, ...stateProps } = form.getInputProps('orgAddress.state')
  return (
    <FormSection title="Address">
      <TextField label="Address line 1" autoComplete="off" {...form.getInputProps('orgAddress.line1')} />
      <TextField label="Suite" autoComplete="off" {...form.getInputProps('orgAddress.line2')} />
      <TextField label="City" autoComplete="off" {...form.getInputProps('orgAddress.city')} />
      <NativeSelect
        label="State"
        // A state from abroad stays choosable.
        data={[{ value: '', label: 'None' }, ...(isKnown ? [] : [state]), ...states]}
        rightSection={<Icon name="down" />}
        error={fieldError(error)}
        {...stateProps}
      />
      <TextField label="Country" autoComplete="off" {...form.getInputProps('orgAddress.country')} />
      <TextField label="Postal code" autoComplete="off" {...form.getInputProps('orgAddress.postalCode')} />
    </FormSection>
  )
}
