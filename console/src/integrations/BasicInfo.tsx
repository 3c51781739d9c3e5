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
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { ChoiceField } from '../kit/field/ChoiceField.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { RichTextField } from '../kit/rich-text/RichTextField.tsx'
import { MediaField } from '../media/MediaField.tsx'
import { PROVIDER_PRODUCT_ID_HINT } from '../plans/PriceIdField.tsx'
import type { StepProps } from './integration-words.ts'
import classes from './integrations.module.css'

/** Step 1: what the integration is called, shows and works with. */
export function BasicInfo({ form, known = [] }: StepProps) {
  const mayPrice = useMay('products.price')
  return (
    <div className={classes.fields}>
      <TextField
        label={integrationFields.name}
        required
        max={MAX_INTEGRATION_NAME}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-path="name"
      />
      <TextField
        label={integrationFields.shortDescription}
        required
        max={MAX_SHORT_DESCRIPTION}
        counted="CHAR"
        autoComplete="off"
        {...form.getInputProps('shortDescription')}
        data-path="shortDescription"
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
      <Compatible form={form} known={known} />
      <ChoiceField
        label={integrationFields.integrationApi}
        data={[
          { value: '', label: 'None' },
          ...integrationApiNames.map((value) => ({ value, label: integrationApis[value] })),
        ]}
        {...form.getInputProps('integrationApi')}
        data-path="integrationApi"
      />
      <TextField
        label={integrationFields.stripeProductId}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('stripeProductId')}
        readOnly={!mayPrice}
        description={mayPrice ? PROVIDER_PRODUCT_ID_HINT : MAY_NOT_PRICE_INTEGRATION}
        data-path="stripeProductId"
      />
    </div>
  )
}

/** `known` are those already chosen: an archived one is in no list. */
function Compatible({ form, known = [] }: StepProps) {
  const { data, error, refetch } = useQuery(read(applications.listApplications, { query: {} }))
  const listed = (data?.data ?? []).map(({ _id, displayName }) => ({ id: _id, name: displayName }))
  const archived = known
    .filter(({ application }) => data && listed.every(({ id }) => id !== application))
    .map(({ application, applicationName }) => ({ id: application, name: `${applicationName} (archived)` }))
  // A deleted one is refused by the server, so it must be visible to be removed.
  const gone = form.values.compatibleWith
    .filter((id) => data && [...listed, ...archived].every((one) => one.id !== id))
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
