import { integrationStatuses, MAX_FEATURE_DESCRIPTION, MAX_FEATURE_TITLE } from '@hikmah/contract/plans'
import { isWithin, REQUIRED } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Dialog, DialogActions } from '../kit/feedback/Dialog.tsx'
import { ChoiceField } from '../kit/field/ChoiceField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useAskBeforeClose } from '../kit/form/unsaved.ts'
import type { FeatureValues, Status } from './integration-values.ts'
import classes from './integrations.module.css'

interface Props {
  /** Undefined for one that is added. */
  feature: FeatureValues | undefined
  onSave: (feature: FeatureValues) => void
  onClose: () => void
}

const empty: Omit<FeatureValues, 'status'> & { status: Status | '' } = { title: '', description: '', status: '' }
const tooLong = (text: string, max: number) => (isWithin(text.trim(), max) ? undefined : `At most ${max} characters`)

/** One feature of an integration. */
export function FeatureDialog({ feature, onSave, onClose }: Props) {
  const form = useForm({
    initialValues: { ...empty, ...feature },
    validate: {
      title: (title) => (title.trim() === '' ? REQUIRED : tooLong(title, MAX_FEATURE_TITLE)),
      description: (description) => tooLong(description, MAX_FEATURE_DESCRIPTION),
      status: (status) => (status === '' ? REQUIRED : undefined),
    },
    ...validateWhenLeft,
  })
  const leave = useAskBeforeClose(form.isDirty, onClose)
  const { title, description, status } = form.values
  const action = feature ? 'Save feature' : 'Add feature'
  const missing = [title.trim() === '' && 'a title', status === '' && 'a status'].filter(Boolean)

  return (
    <Dialog title={feature ? 'Edit feature' : 'Add feature'} onClose={leave}>
      <form
        noValidate
        className={classes.fields}
        onSubmit={form.onSubmit((values) => {
          if (values.status === '') return
          onSave({ ...values, title: title.trim(), description: description.trim(), status: values.status })
        })}
      >
        <TextField
          label="Title"
          required
          data-autofocus
          max={MAX_FEATURE_TITLE}
          autoComplete="off"
          {...form.getInputProps('title')}
        />
        <TextField
          label="Description"
          max={MAX_FEATURE_DESCRIPTION}
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <ChoiceField
          label="Status"
          required
          data={[{ value: '', label: 'Choose', disabled: status !== '' }, ...integrationStatuses]}
          {...form.getInputProps('status')}
        />
        <DialogActions>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
          <SubmitButton isQuiet reason={missing.length > 0 && `Still needed: ${missing.join(' and ')}`}>
            {action}
          </SubmitButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
