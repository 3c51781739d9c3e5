import { PhoneField } from '../kit/field/PhoneField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { FormSection } from '../kit/form/Form.tsx'
import { type OrganizationFormState, WEBSITE_START } from './organization-values.ts'

export function ContactFields({ form }: { form: OrganizationFormState }) {
  const website = form.getInputProps('orgWebsite')
  return (
    <FormSection title="Contact">
      <TextField label="Org Email" type="email" autoComplete="off" {...form.getInputProps('orgEmail')} />
      <TextField
        label="Website"
        type="url"
        autoComplete="off"
        {...website}
        onChange={({ currentTarget: { value } }) => {
          if (value.length >= WEBSITE_START.length) form.setFieldValue('orgWebsite', value)
        }}
      />
      <TextField label="Admin name" autoComplete="off" {...form.getInputProps('orgAdmin')} />
      <PhoneField label="Primary phone" {...form.getInputProps('phoneFax.primaryPhone')} />
      <PhoneField label="Secondary phone" {...form.getInputProps('phoneFax.secondaryPhone')} />
    </FormSection>
  )
}
