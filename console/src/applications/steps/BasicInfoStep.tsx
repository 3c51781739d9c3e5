import {
  applicationFields,
  applicationNames,
  LOGO_TOO_LARGE,
  MAX_DISPLAY_NAME,
} from '@hikmah/contract/applications/schemas'
import { MAX_LONG_DESCRIPTION, MAX_SHORT_DESCRIPTION } from '@hikmah/contract/plans'
import { ChoiceField } from '../../kit/field/ChoiceField.tsx'
import { TextArea, TextField } from '../../kit/field/TextField.tsx'
import { MediaField } from '../../media/MediaField.tsx'
import type { ApplicationForm } from '../application-form.ts'
import { MAY_NOT_PRICE } from '../words.ts'
import classes from './steps.module.css'

/** Step 1: what the application is called and looks like. */
export function BasicInfoStep({ form, mayPrice }: { form: ApplicationForm; mayPrice: boolean }) {
  const image = (field: 'image' | 'icon') => ({
    label: applicationFields[field],
    value: form.values[field],
    onChange: (value: typeof form.values.image) => form.setFieldValue(field, value),
    error: form.errors[field],
  })
  return (
    <div className={classes.fields}>
      <ChoiceField
        label={applicationFields.name}
        required
        data={[{ value: '', label: 'Choose', disabled: form.values.name !== '' }, ...applicationNames]}
        {...form.getInputProps('name')}
      />
      <TextField
        label={applicationFields.displayName}
        required
        max={MAX_DISPLAY_NAME}
        autoComplete="off"
        {...form.getInputProps('displayName')}
      />
      <TextField
        label={applicationFields.stripeProductId}
        autoComplete="off"
        spellCheck={false}
        readOnly={!mayPrice}
        description={mayPrice ? 'The id of the product at the payment provider, if it has one' : MAY_NOT_PRICE}
        {...form.getInputProps('stripeProductId')}
      />
      <TextField
        label={applicationFields.shortDescription}
        required
        max={MAX_SHORT_DESCRIPTION}
        counted="CHAR"
        {...form.getInputProps('shortDescription')}
      />
      <TextArea
        label={applicationFields.longDescription}
        required
        max={MAX_LONG_DESCRIPTION}
        minRows={4}
        {...form.getInputProps('longDescription')}
      />
      <div data-path="image">
        <MediaField kind="logo" required tooLarge={LOGO_TOO_LARGE} {...image('image')} />
      </div>
      <div data-path="icon">
        <MediaField kind="icon" required {...image('icon')} />
      </div>
    </div>
  )
}
