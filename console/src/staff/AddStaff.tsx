import { stillNeeded } from '../kit/format/texts.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Email } from '@hikmah/contract/common'
import { ACCESS_NEEDED, MAY_NOT_INVITE_STAFF, NewStaff, staff, staffFields } from '@hikmah/contract/staff'
import { isGoodPassword, REQUIRED, splitName } from '@hikmah/contract/words'
import { Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { noteWait } from './StaffCode.tsx'
import { type GrantedRole, StaffRolePicker } from './StaffRolePicker.tsx'
import classes from './staff.module.css'
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
    (checked) => add.mutate({ body: newStaffBody(checked) }),
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
            <SubmitButton loading={add.isPending} reason={describeMissing(values)}>
              Continue
            </SubmitButton>
            <CancelLink to="/team-members" />
          </FormActions>
        </Form>
      ) : (
        <NotAllowed reason={MAY_NOT_INVITE_STAFF} wayBack={<TeamMembersLink />} />
      )}
    </Page>
  )
}

export interface NewStaffValues {
  name: string
  userName: string
  role: GrantedRole | ''
  password: string
  /** The access switch. */
  isActive: boolean
}

export const newStaff: NewStaffValues = { name: '', userName: '', role: '', password: '', isActive: true }

/** The contract's rule for each field. */
export const staffRules = {
  name(name: string): string | undefined {
    if (name.trim() === '') return REQUIRED
    return NewStaff.shape.name.safeParse(splitName(name)).error?.issues[0]?.message
  },
  userName: (userName: string) => Email.safeParse(userName).error?.issues[0]?.message,
  isActive: (isActive: boolean) => (isActive ? undefined : ACCESS_NEEDED),
}

/** Why the form cannot be sent yet. The access switch is checked on submit, as the customer has it. */
export function describeMissing({ name, userName, role, password }: NewStaffValues): string | undefined {
  return stillNeeded([
    staffRules.name(name) && (name.trim() === '' ? 'a full name' : 'a shorter name'),
    staffRules.userName(userName) && 'a valid e-mail',
    role === '' && 'a role',
    !isGoodPassword(password) && 'a valid password',
  ])
}

/** The first word is the first name, the rest the last name. */
export const newStaffBody = ({ name, userName, role, password }: NewStaffValues) => ({
  name: splitName(name),
  userName,
  // The form is sent with a role and with access only.
  role: [{ application: 'HIKMAH' as const, roles: role as GrantedRole }],
  access: 'active' as const,
  password,
})

/** The server has two name fields where the form has one. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const name = fields['name.firstName'] ?? fields['name.lastName']
  return { ...fields, ...(name && { name }) }
}
