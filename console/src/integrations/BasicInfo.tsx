import { applications, LOGO_TOO_LARGE } from '@hikmah/contract/applications'
import {
  integrationApiNames,
  integrationApis,
  integrationFields,
  MAX_INTEGRATION_NAME,
  MAY_NOT_PRICE_INTEGRATION,
} from '@hikmah/contract/integrations'
import { MAX_LONG_DESCRIPTION, MAX_SHORT_DESCRIPTION } from '@hikmah/contract/plans'
import { Checkbox, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useMay } from '../kit/api/data.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { MediaField } from '../media/MediaField.tsx'
import { ProviderProductField } from '../products/product-fields.tsx'
import type { StepProps } from './integration-form.ts'
import classes from './integrations.module.css'

/** Step 1: what the integration is called, shows and works with. */
export function BasicInfo({ form, saved }: StepProps) {
  const mayPrice = useMay('products.price')
  return (
    <div className={classes.fields}>
      <TextField label={integrationFields.name} required max={MAX_INTEGRATION_NAME} {...form.getInputProps('name')} />
      <TextField
        label={integrationFields.shortDescription}
        required
        max={MAX_SHORT_DESCRIPTION}
        counted="CHAR"
        {...form.getInputProps('shortDescription')}
      />
      <div data-path="image">
        <MediaField
          label={integrationFields.image}
          kind="logo"
          required
          tooLarge={LOGO_TOO_LARGE}
          placeholder="box"
          value={form.values.image}
          onChange={(image) => {
            form.setFieldValue('image', image)
            form.clearFieldError('image')
          }}
          error={form.errors.image}
        />
      </div>
      <div data-path="longDescription">
        <RichTextField
          label={integrationFields.longDescription}
          required
          max={MAX_LONG_DESCRIPTION}
          {...form.getInputProps('longDescription')}
          value={form.values.longDescription}
        />
      </div>
      <Compatible form={form} saved={saved} />
      <ChoiceField
        label={integrationFields.integrationApi}
        data={[
          { value: '', label: 'None' },
          ...integrationApiNames.map((value) => ({ value, label: integrationApis[value] })),
        ]}
        {...form.getInputProps('integrationApi')}
      />
      <ProviderProductField
        label={integrationFields.stripeProductId}
        guarded={!mayPrice && MAY_NOT_PRICE_INTEGRATION}
        {...form.getInputProps('stripeProductId')}
      />
    </div>
  )
}

function Compatible({ form, saved }: StepProps) {
  const { data, error, refetch } = useQuery(read(applications.listApplications, { query: {} }))
  const listed = (data?.data ?? []).map(({ _id, displayName }) => ({ id: _id, name: displayName }))
  // They are in no list.
  const archived = (saved?.compatibleWith ?? [])
    .filter(({ application }) => data && listed.every(({ id }) => id !== application))
    .map(({ application, applicationName }) => ({ id: application, name: `${applicationName} (archived)` }))
  // A deleted one is refused by the server, so it must be visible to be removed.
  const gone = form.values.compatibleWith
    .filter((id) => data && [...listed, ...archived].every((application) => application.id !== id))
    .map((id) => ({ id, name: 'An application that no longer exists' }))
  if (error) return <LoadFailure what="The applications" error={error} onRetry={refetch} />
  return (
    <Checkbox.Group
      label={integrationFields.compatibleWith}
      required
      data-path="compatibleWith"
      value={form.values.compatibleWith}
      onChange={(chosen) => {
        form.setFieldValue('compatibleWith', chosen)
        form.clearFieldError('compatibleWith')
      }}
      error={fieldError(form.errors.compatibleWith)}
    >
      <div className={classes.applications}>
        {[...listed, ...archived, ...gone].map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
        {data && listed.length + archived.length === 0 && (
          <Input.Description>No applications yet. Add one first.</Input.Description>
        )}
      </div>
    </Checkbox.Group>
  )
}
