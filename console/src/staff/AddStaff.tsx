import '@mantine/core/styles/Switch.layer.css'
import { staff, staffFields } from '@hikmah/contract/staff'
import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { NotAllowed } from '../kit/page/NotAllowed.tsx'
import { Page } from '../kit/page/Page.tsx'
import { bodyOf, formErrors, missingOf, newStaff, staffRules } from './add-staff-form.ts'
import { noteWait } from './resend-wait.ts'
import { StaffRolePicker } from './StaffRolePicker.tsx'
import classes from './staff.module.css'
import { MAY_NOT_INVITE } from './staff-words.ts'
import { TeamMembersLink } from './TeamMembersLink.tsx'

/** /add-finance-team-member */
export function AddStaff() {
  const mayInvite = useMay('staff.invite')
  const navigate = useNavigateOnceSaved()
  const form = useForm({ initialValues: newStaff, validate: staffRules, ...validateWhenLeft })
  useUnsavedGuard(form.isDirty)
  const add = useWrite(staff.registerStaff, {
    success: ({ userName, resendWaitS }) => {
      form.reset()
      noteWait(userName, resendWaitS)
      notifySuccess('Code sent successfully', userName)
      return navigate({ to: '/verify-team-member-code', search: { userName } })
    },
    error: ({ fields }) => form.setErrors(formErrors(fields)),
  })
  const { values, errors } = form
  const submit = form.onSubmit(
    (checked) => add.mutate({ body: bodyOf(checked) }),
    (wrong) => form.getInputNode(Object.keys(wrong)[0] ?? '')?.focus(),
  )
  const isSaidInFields = add.error?.isSaidInFields
  const access = form.getInputProps('isActive', { type: 'checkbox' })

  return (
    <Page title="Add Team Member" trail={[<TeamMembersLink key="all" />]}>
      {mayInvite ? (
        <Form label="Add Team Member" onSubmit={submit}>
          <TextField
            label="Full name"
            autoComplete="off"
            description="The first word is the first name, the rest the last name"
            {...form.getInputProps('name')}
          />
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            description="A 6-digit code is sent to this address"
            {...form.getInputProps('userName')}
          />
          <StaffRolePicker
            value={values.role}
            onChange={(role) => form.setFieldValue('role', role)}
            error={errors.role ?? errors['role.0.roles']}
          />
          <PasswordField
            value={values.password}
            onChange={(password) => form.setFieldValue('password', password)}
            error={add.error?.fields.password}
          />
          <div>
            <Switch
              label={staffFields.access}
              withThumbIndicator={false}
              classNames={{ error: classes.switchError }}
              {...access}
              error={fieldError(errors.isActive)}
            />
            {!errors.isActive && (
              <p className={classes.hint}>
                {values.isActive
                  ? 'Active: can sign in once the code is entered, and is asked to choose their own password'
                  : 'Revoked: it must be on to add the team member'}
              </p>
            )}
          </div>
          <FormActions failure={!isSaidInFields && add.error}>
            <SubmitButton loading={add.isPending} reason={missingOf(values)}>
              Continue
            </SubmitButton>
            <CancelLink to="/team-members" />
          </FormActions>
        </Form>
      ) : (
        <NotAllowed reason={MAY_NOT_INVITE} wayBack={<TeamMembersLink />} />
      )}
    </Page>
  )
}
