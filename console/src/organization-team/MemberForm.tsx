import '@mantine/core/styles/Switch.layer.css'
import { memberFields } from '@hikmah/contract/organization-team'
import { Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { FormEvent, ReactNode } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import classes from './member.module.css'
import type { MemberValues } from './member-form.ts'
import { RolePairs } from './RolePairs.tsx'

interface Props {
  form: UseFormReturnType<MemberValues>
  label: string
  error: ApiError | null
  /** The e-mail identifies the member; it cannot be changed. */
  isKnown?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The buttons. */
  children: ReactNode
}

/** The fields of a team member, for adding and for editing. */
export function MemberForm({ form, label, error, isKnown, onSubmit, children }: Props) {
  const { values } = form
  const isSaidInFields = error?.isSaidInFields
  return (
    <Form label={label} onSubmit={onSubmit}>
      <TextField
        label="Name"
        autoComplete="off"
        description="The first word is the first name, the rest the last name"
        required
        {...form.getInputProps('name')}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        readOnly={isKnown}
        description={isKnown ? 'The e-mail cannot be changed' : 'The invite is sent to this address'}
        required={!isKnown}
        {...form.getInputProps('userName')}
      />
      <RolePairs
        pairs={values.role}
        onChange={(role) => form.setFieldValue('role', role)}
        chosen={values.chosen}
        onChoose={(chosen) => form.setFieldValue('chosen', chosen)}
        error={form.errors.role ? String(form.errors.role) : undefined}
      />
      <div>
        <Switch
          label={memberFields.consoleAccess}
          withThumbIndicator={false}
          {...form.getInputProps('consoleAccess', { type: 'checkbox' })}
        />
        <p className={classes.hint}>{values.consoleAccess ? 'Enabled' : 'Revoked: the member cannot sign in'}</p>
      </div>
      <FormActions failure={!isSaidInFields && error}>{children}</FormActions>
    </Form>
  )
}
