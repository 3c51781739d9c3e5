import '@mantine/core/styles/Radio.layer.css'
import { SAVED } from '@hikmah/contract/organizations/words'
import { roleLabels } from '@hikmah/contract/permissions'
import { CODE_SENT } from '@hikmah/contract/sign-in/endpoints'
import {
  ACCESS_NEEDED,
  type AssignableRole,
  assignableRoles,
  MAY_NOT_CHANGE_STAFF,
  MAY_NOT_INVITE_STAFF,
  newStaffRules,
  OWNER_ACCESS,
  roleWords,
  type StaffEdit,
  type StaffField,
  type StaffMember,
  staff,
  staffFields,
  whyNotChangeStaff,
} from '@hikmah/contract/staff'
import { isGoodPassword, splitName } from '@hikmah/contract/words'
import { Radio } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ComponentProps, useId } from 'react'
import type { z } from 'zod'
import { useCurrentUser, useMay, useWrite } from '../kit/api/data.ts'
import { confirm, notifySuccess } from '../kit/feedback/messages.tsx'
import { fieldError } from '../kit/field/field-error.tsx'
import { PasswordField } from '../kit/field/PasswordField.tsx'
import { Switch } from '../kit/field/Switch.tsx'
import { FULL_NAME_HINT, TextField } from '../kit/field/TextField.tsx'
import { useFleetingState } from '../kit/form/action.ts'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { defineForm } from '../kit/form/define-form.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { stillNeeded } from '../kit/form/typed-numbers.ts'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { fullName, NO_CHANGES } from '../kit/format/texts.ts'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Hint } from '../kit/popup/Hint.tsx'
import { isOwner, ruledPerson, StaffRoleBadge, staffRole } from './StaffRoleBadge.tsx'
import classes from './staff.module.css'
import { EDIT_TEAM_MEMBER, noteWait, TeamMembersLink } from './TeamMembersLink.tsx'

type GrantedRole = z.infer<typeof AssignableRole>

interface RoleProps {
  value: GrantedRole | ''
  onChange: (role: GrantedRole) => void
  error?: React.ReactNode
  disabled?: boolean
}

function StaffRolePicker({ value, onChange, error, disabled }: RoleProps) {
  const name = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML lets a fieldset be a radio group
    <fieldset role="radiogroup" disabled={disabled}>
      <legend>Role</legend>
      {assignableRoles.map((role) => (
        <div key={role} className={classes.role}>
          <Radio
            name={name}
            value={role}
            label={roleLabels[role]}
            description={roleWords[role]}
            classNames={{ description: classes.says }}
            required
            checked={role === value}
            disabled={disabled}
            onChange={() => onChange(role)}
          />
        </div>
      ))}
      {error && <div className={classes.roleError}>{fieldError(error)}</div>}
    </fieldset>
  )
}

export function AddStaff() {
  const mayInvite = useMay('staff.invite')
  const navigate = useNavigateOnceSaved()
  const form = useForm({
    initialValues: newStaff,
    validate: { ...newStaffRules, isActive: (isActive) => (isActive ? null : ACCESS_NEEDED) },
    ...validateWhenLeft,
  })
  useUnsavedGuard(form.isDirty)
  const add = useWrite(staff.registerStaff, {
    success: ({ userName, resendWaitS }) => {
      form.reset()
      noteWait(userName, resendWaitS)
      notifySuccess(CODE_SENT, userName)
      return navigate({ to: '/verify-team-member-code', search: { userName } })
    },
    // The server has two name fields where the form has one.
    error: ({ fields }) => form.setErrors({ name: fields['name.firstName'] ?? fields['name.lastName'], ...fields }),
  })
  const { values, errors } = form
  const submit = form.onSubmit(
    ({ name, userName, role, password }) =>
      add.mutate({
        body: {
          name: splitName(name),
          userName,
          role: sentRole(role),
          access: 'active',
          password,
        },
      }),
    (wrong) => form.getInputNode(Object.keys(wrong)[0] ?? '')?.focus(),
  )
  const isShownInFields = add.error?.isShownInFields

  return (
    <Page title="Add Team Member" trail={[<TeamMembersLink key="all" />]}>
      {mayInvite ? (
        <Form label="Add Team Member" onSubmit={submit}>
          <TextField label="Full name" description={FULL_NAME_HINT} required {...form.getInputProps('name')} />
          <TextField
            label="Email"
            type="email"
            description="A 6-digit code is sent to this address"
            required
            {...form.getInputProps('userName')}
          />
          <StaffRolePicker
            value={values.role}
            onChange={(role) => form.setFieldValue('role', role)}
            error={errors.role ?? errors['role.0.roles']}
          />
          <PasswordField
            required
            value={values.password}
            onChange={(password) => form.setFieldValue('password', password)}
            error={add.error?.fields.password}
          />
          <AccessSwitch
            hint={
              values.isActive
                ? 'Can sign in once the code is entered, and is asked to choose their own password'
                : 'Revoked: it must be on to add the team member'
            }
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <FormActions failure={!isShownInFields && add.error}>
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

const newStaff = { name: '', userName: '', role: '' as GrantedRole | '', password: '', isActive: true }

/** Why the form cannot be sent yet. The access switch is checked on submit, as the customer has it. */
const describeMissing = ({ name, userName, role, password }: typeof newStaff) =>
  stillNeeded([
    newStaffRules.name(name) && (name.trim() === '' ? 'a full name' : 'a shorter name'),
    newStaffRules.userName(userName) && 'a valid email',
    role === '' && 'a role',
    !isGoodPassword(password) && 'a valid password',
  ])

/** The form is sent with a role only: an owner, who has none of these, cannot be changed. */
const sentRole = (role: GrantedRole | '') => [{ application: 'HIKMAH' as const, roles: role as GrantedRole }]

interface Shapes {
  row: StaffMember
  values: { role: GrantedRole | ''; access: boolean }
  sent: z.input<typeof StaffEdit>
  context: { member: StaffMember; disabled: boolean }
}

const staffForm = defineForm<StaffField, Shapes>(staffFields, {
  role: {
    draw: ({ value, onChange }, { member, disabled }) =>
      isOwner(member) ? (
        <div className={classes.owner}>
          <b>Role</b>
          <StaffRoleBadge staffRole="hikmah_owner" />
          <small className={classes.hint}>{roleWords.hikmah_owner}</small>
        </div>
      ) : (
        <StaffRolePicker value={value} disabled={disabled} onChange={onChange} />
      ),
    read: (role) => assignableRoles.find((assignable) => assignable === staffRole({ role })) ?? '',
    compare: (role) => role && roleLabels[role],
    send: sentRole,
  },
  access: {
    draw: ({ value, onChange }, { member, disabled }) =>
      isOwner(member) ? (
        <OwnerSwitch />
      ) : (
        <AccessSwitch
          hint={value ? CAN_SIGN_IN : 'Revoked: cannot sign in'}
          checked={value}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      ),
    read: (access) => access === 'active',
    compare: (isActive) => (isActive ? 'Active' : 'Revoked'),
    send: (isActive) => (isActive ? 'active' : 'revoked'),
  },
})

/** Role and access of a team member. Name and email are read-only. */
export function EditStaffForm({ member }: { member: StaffMember }) {
  const me = useCurrentUser()
  const navigate = useNavigateOnceSaved()
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(staff.updateStaff, {
    row: member,
    toValues: staffForm.read,
    fields: staffForm.compared,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...staffForm.send(values), version } }),
    // No field here shows an error of its own.
    toFieldErrors: () => ({}),
    mayProceed: ({ access }, kept) => access || kept.access === 'revoked' || askToRevoke(kept),
    describeOtherSave: (theirs) => `Somebody else changed ${fullName(theirs)} in the meantime.`,
    success: (saved) => {
      notifySuccess(SAVED, `${fullName(saved)} was signed out everywhere, so that the change takes effect at once`)
      return navigate({ to: '/team-members' })
    },
  })
  const whyNot = me.permissions.includes('staff.update')
    ? whyNotChangeStaff(ruledPerson(me), ruledPerson(base))
    : MAY_NOT_CHANGE_STAFF

  return (
    <>
      <Form label={EDIT_TEAM_MEMBER} onSubmit={onSubmit}>
        <TextField label="Full name" readOnly value={fullName(base)} />
        <TextField label="Email" type="email" readOnly value={base.userName} />
        <staffForm.Inputs form={form} context={{ member: base, disabled: whyNot !== null }} />
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving} reason={whyNot ?? (!form.isDirty() && NO_CHANGES)}>
            Save
          </SubmitButton>
          <CancelLink to="/team-members" />
        </FormActions>
      </Form>
      {dialog}
    </>
  )
}

const askToRevoke = (member: StaffMember) =>
  confirm({
    title: `Revoke the access of ${fullName(member)}?`,
    body: `${fullName(member)} is signed out everywhere at once and cannot sign in again until access is restored.`,
    action: 'Revoke access',
  })

const CAN_SIGN_IN = 'Can sign in'

function AccessSwitch({ hint, error, ...props }: ComponentProps<typeof Switch> & { hint: string }) {
  return (
    <div>
      <Switch label={staffFields.access} {...props} error={fieldError(error)} />
      {!error && <small className={classes.hint}>{hint}</small>}
    </div>
  )
}

const FIVE_SECONDS = 5000

/** An owner's access stays. It is focusable and shows the reason for five seconds at every attempt to change it. */
function OwnerSwitch() {
  const [tries, setTries] = useFleetingState(0, FIVE_SECONDS)
  const refuse = () => setTries((count) => count + 1)
  return (
    <div>
      <Hint
        isOpen={tries > 0}
        side="right"
        // An alert, so that it is read aloud when it appears and not only seen.
        label={<span role="alert">{OWNER_ACCESS}</span>}
      >
        <Switch
          label={staffFields.access}
          className={classes.refusing}
          checked
          aria-disabled="true"
          onMouseEnter={refuse}
          onChange={refuse}
        />
      </Hint>
      <small className={classes.hint}>Owners can always sign in</small>
    </div>
  )
}
