import { roleLabels } from '@hikmah/contract/permissions'
import { staff } from '@hikmah/contract/staff/calls'
import type { StaffMember } from '@hikmah/contract/staff/schemas'
import { givenRoles, roleWords } from '@hikmah/contract/staff/words'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { confirm } from '../kit/feedback/confirm.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { type Choice, ConflictDialog, conflictsBetween } from '../kit/form/ConflictDialog.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { AccessSwitch } from './AccessSwitch.tsx'
import { StaffRoleBadge } from './StaffRoleBadge.tsx'
import { type Given, StaffRolePicker } from './StaffRolePicker.tsx'
import classes from './staff.module.css'
import { fullName, isOwner, roleOf, whyNotEdit } from './staff-words.ts'

interface Values {
  role: Given | ''
  isActive: boolean
}

const valuesOf = (member: StaffMember): Values => ({
  role: givenRoles.find((one) => one === roleOf(member)) ?? '',
  isActive: member.access === 'active',
})

/** What to send. An owner, who has none of the given roles, is never sent. */
const inputOf = ({ role, isActive }: Values, { _id, version }: StaffMember) => ({
  params: { id: _id },
  body: {
    role: [{ application: 'HIKMAH' as const, roles: role as Given }],
    access: isActive ? ('active' as const) : ('revoked' as const),
    version,
  },
})

const labels = { role: 'Role', access: 'Access' }

/** Values of two versions side by side, in words that can be compared. */
const inWords = ({ role, isActive }: Values) => ({
  role: role && roleLabels[role],
  access: isActive ? 'Active' : 'Revoked',
})

/** Role and access of a team member. Name and e-mail are shown and stay. */
export function EditStaffForm({ member }: { member: StaffMember }) {
  const me = useCurrentUser()
  const navigate = useNavigate()
  // The version that is edited: a newer one must not slip in under what was chosen.
  const [base, setBase] = useState(member)
  const [theirs, setTheirs] = useState<StaffMember>()
  const form = useForm<Values>({ initialValues: valuesOf(base) })
  useUnsavedGuard(form.isDirty)
  const whyNot = whyNotEdit(me, base)
  const { values } = form

  const save = useWrite(staff.updateStaff, {
    success: (saved) => {
      form.resetDirty()
      notifySuccess('Saved Successfully!', `${fullName(saved)} was signed out everywhere, so that it counts at once`)
      return navigate({ to: '/team-members' })
    },
    error: ({ code, current: now }) => {
      if (code !== 'CONFLICT' || !now) return
      if (conflictsBetween(inWords(valuesOf(base)), inWords(valuesOf(now)), labels).length > 0) return setTheirs(now)
      // The member changed their own profile meanwhile: nothing that is edited here, so there is nothing to choose.
      setBase(now)
      save.mutateAsync(inputOf(values, now)).catch(() => undefined)
    },
  })

  async function send(chosen: Values, kept: StaffMember) {
    const isRevoking = !chosen.isActive && kept.access === 'active'
    if (!isRevoking || (await askToRevoke(kept))) save.mutate(inputOf(chosen, kept))
  }

  /** Goes on from what somebody else has saved. */
  function takeUp(kept: StaffMember, chosen: Values) {
    setTheirs(undefined)
    setBase(kept)
    form.setInitialValues(valuesOf(kept))
    form.setValues(chosen)
  }

  function settle(kept: StaffMember, choices: Record<string, Choice>) {
    const other = valuesOf(kept)
    const chosen = {
      role: choices.role === 'theirs' ? other.role : values.role,
      isActive: choices.access === 'theirs' ? other.isActive : values.isActive,
    }
    takeUp(kept, chosen)
    void send(chosen, kept)
  }

  return (
    <>
      <Form label="Edit Team Member" onSubmit={form.onSubmit((checked) => void send(checked, base))}>
        {!theirs && <FormAlert error={save.error} />}
        <TextField label="Full name" readOnly value={fullName(base)} />
        <TextField label="Email" type="email" readOnly value={base.userName} />
        {isOwner(base) ? (
          <div className={classes.owner}>
            <b>Role</b>
            <StaffRoleBadge staffRole="hikmah_owner" />
            <p className={classes.hint}>{roleWords.hikmah_owner}</p>
          </div>
        ) : (
          <StaffRolePicker
            value={values.role}
            disabled={whyNot !== undefined}
            onChange={(role) => form.setFieldValue('role', role)}
          />
        )}
        <AccessSwitch
          isActive={values.isActive}
          isOwner={isOwner(base)}
          disabled={whyNot !== undefined}
          onChange={(isActive) => form.setFieldValue('isActive', isActive)}
        />
        <FormActions>
          <SubmitButton loading={save.isPending} reason={whyNot ?? (!form.isDirty() && 'Nothing is changed yet')}>
            Save
          </SubmitButton>
        </FormActions>
      </Form>
      {theirs && (
        <ConflictDialog
          conflicts={conflictsBetween(inWords(values), inWords(valuesOf(theirs)), labels)}
          said={`Somebody else changed ${fullName(theirs)} in the meantime. Choose what to keep.`}
          isSaving={save.isPending}
          onCancel={() => setTheirs(undefined)}
          onKeepTheirs={() => takeUp(theirs, valuesOf(theirs))}
          onSave={(choices) => settle(theirs, choices)}
        />
      )}
    </>
  )
}

const askToRevoke = (member: StaffMember) =>
  confirm({
    title: `Revoke the access of ${fullName(member)}?`,
    body: `${fullName(member)} is signed out everywhere at once and cannot sign in again until access is given back.`,
    action: 'Revoke access',
  })
