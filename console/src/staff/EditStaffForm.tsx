import '@mantine/core/styles/Switch.layer.css'
import { roleLabels } from '@hikmah/contract/permissions'
import {
  assignableRoles,
  MAY_NOT_CHANGE_STAFF,
  OWNER_ACCESS,
  roleWords,
  type StaffEdit,
  type StaffField,
  type StaffMember,
  staff,
  staffFields,
  whyNotChangeStaff,
} from '@hikmah/contract/staff'
import { Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { confirm } from '../kit/feedback/Dialog.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { defineForm } from '../kit/form/define-form.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { fullName } from '../kit/format/texts.ts'
import { Hint } from '../kit/popup/Hint.tsx'
import { isOwner, ruledPerson, StaffRoleBadge, staffRole } from './StaffRoleBadge.tsx'
import { type GrantedRole, StaffRolePicker } from './StaffRolePicker.tsx'
import classes from './staff.module.css'

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
          <p className={classes.hint}>{roleWords.hikmah_owner}</p>
        </div>
      ) : (
        <StaffRolePicker value={value} disabled={disabled} onChange={onChange} />
      ),
    read: (role) => assignableRoles.find((assignable) => assignable === staffRole({ role })) ?? '',
    compare: (role) => role && roleLabels[role],
    // An owner, who has none of these roles, is never sent.
    send: (role) => [{ application: 'HIKMAH', roles: role as GrantedRole }],
  },
  access: {
    draw: ({ value, onChange }, { member, disabled }) => (
      <AccessSwitch isActive={value} isOwner={isOwner(member)} disabled={disabled} onChange={onChange} />
    ),
    read: (access) => access === 'active',
    compare: (isActive) => (isActive ? 'Active' : 'Revoked'),
    send: (isActive) => (isActive ? 'active' : 'revoked'),
  },
})

/** Role and access of a team member. Name and e-mail are read-only. */
export function EditStaffForm({ member }: { member: StaffMember }) {
  const me = useCurrentUser()
  const navigate = useNavigateOnceSaved()
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(staff.updateStaff, {
    row: member,
    valuesOf: staffForm.read,
    fields: staffForm.compared,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...staffForm.send(values), version } }),
    // No field here shows an error of its own.
    errorsOf: () => ({}),
    mayProceed: ({ access }, kept) => access || kept.access === 'revoked' || askToRevoke(kept),
    said: (theirs) => `Somebody else changed ${fullName(theirs)} in the meantime.`,
    success: (saved) => {
      notifySuccess(
        'Saved Successfully!',
        `${fullName(saved)} was signed out everywhere, so that the change takes effect at once`,
      )
      return navigate({ to: '/team-members' })
    },
  })
  const whyNot = me.permissions.includes('staff.update')
    ? whyNotChangeStaff(ruledPerson(me), ruledPerson(base))
    : MAY_NOT_CHANGE_STAFF

  return (
    <>
      <Form label="Edit Team Member" onSubmit={onSubmit}>
        <TextField label="Full name" readOnly value={fullName(base)} />
        <TextField label="Email" type="email" readOnly value={base.userName} />
        <staffForm.Inputs form={form} context={{ member: base, disabled: whyNot !== null }} />
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving} reason={whyNot ?? (!form.isDirty() && 'No changes yet')}>
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

const FIVE_SECONDS = 5000

interface Props {
  isActive: boolean
  onChange: (isActive: boolean) => void
  /** An owner's access cannot be changed; the switch says so instead. */
  isOwner?: boolean
  disabled?: boolean
}

function AccessSwitch({ isActive, onChange, isOwner, disabled }: Props) {
  return (
    <div>
      {isOwner ? (
        <OwnerSwitch />
      ) : (
        <Switch
          label={staffFields.access}
          withThumbIndicator={false}
          checked={isActive}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )}
      <p className={classes.hint}>{isActive ? 'Active: can sign in' : 'Revoked: cannot sign in'}</p>
    </div>
  )
}

/** Stays focusable and shows the reason for five seconds at every attempt, by pointer or keyboard. */
function OwnerSwitch() {
  const [tries, setTries] = useState(0)
  const refuse = () => setTries((count) => count + 1)
  useEffect(() => {
    if (tries === 0) return
    const timer = setTimeout(() => setTries(0), FIVE_SECONDS)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <Hint
      isOpen={tries > 0}
      side="right"
      // An alert, so that it is read aloud when it appears and not only seen.
      label={<span role="alert">{OWNER_ACCESS}</span>}
    >
      <Switch
        label={staffFields.access}
        className={classes.refusing}
        withThumbIndicator={false}
        checked
        aria-disabled="true"
        onMouseEnter={refuse}
        onChange={refuse}
      />
    </Hint>
  )
}
