import { invites } from '@hikmah/contract/invites/calls'
import { type Invite, InviteForm } from '@hikmah/contract/invites/schemas'
import { INVITE_SENT, newInviteCode } from '@hikmah/contract/invites/words'
import { ORGANIZATION_NAME_MAX } from '@hikmah/contract/organizations/words'
import { schemaResolver, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiError } from '../kit/api/api.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { usePhoneRulesOf } from '../kit/field/phone-rules.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { missingIn, valuesOf } from './invite-values.ts'

/** Invites an organization, or sends the given invite again. The code is new at each opening and each sending. */
export function InviteOrganizationForm({ invite }: { invite?: Invite }) {
  usePhoneRulesOf(invite?.phoneFax.primaryPhone ?? '')
  const navigate = useNavigate()
  const [code, setCode] = useState(newInviteCode)
  const form = useForm({
    initialValues: valuesOf(invite),
    validate: schemaResolver(InviteForm, { sync: true }),
    validateInputOnBlur: true,
  })
  const send = useWrite(invites.inviteOrganization, {
    success: (sent, message) => {
      const { inviteAccessCode } = sent.invitationsDetails
      const other = inviteAccessCode === code ? '' : `, because ${code} was taken`
      notifySuccess(message ?? INVITE_SENT, `${sent.orgName}, code ${inviteAccessCode}${other}`)
      form.resetDirty()
      setCode(newInviteCode())
      if (!invite) void navigate({ to: '/dashboard', search: { tab: '1' } })
    },
    error: (failure) => {
      form.setErrors(failure.code === 'DUPLICATE' ? { orgEmail: <OpenAlready {...failure} /> } : failure.fields)
      setCode(newInviteCode())
    },
  })
  useUnsavedGuard(form.isDirty)

  const verb = invite ? 'Resend invite' : 'Send invite'
  const missing = missingIn(form.values)
  const isUnderAField = send.error && Object.keys(send.error.fields).length > 0
  const submit = form.onSubmit((values) => {
    if (!send.isPending) {
      send.mutate({
        body: { ...InviteForm.parse(values), invitationsDetails: { inviteAccessCode: code }, id: invite?._id },
      })
    }
  })

  return (
    <Form label={verb} onSubmit={submit}>
      <TextField
        label="Organization Name"
        max={ORGANIZATION_NAME_MAX}
        autoFocus
        autoComplete="off"
        {...form.getInputProps('orgName')}
      />
      <TextField label="Admin Full Name" autoComplete="off" {...form.getInputProps('orgAdmin')} />
      <TextField label="Email" type="email" autoComplete="off" {...form.getInputProps('orgEmail')} />
      <PhoneField label="Phone" {...form.getInputProps('phoneFax.primaryPhone')} />
      <TextField
        label="Invite code"
        description="Made by the system, new on every send"
        readOnly
        tabIndex={-1}
        value={code}
      />
      <FormActions failure={!isUnderAField && send.error}>
        <SubmitButton loading={send.isPending} reason={missing && `${verb} needs ${missing}`}>
          {verb}
        </SubmitButton>
        <CancelLink to="/dashboard" search={{ tab: '1' }} />
      </FormActions>
    </Form>
  )
}

/** Another invite for this e-mail is open; that one can be sent again. */
function OpenAlready({ message, fields, current }: ApiError) {
  const { _id } = (current ?? {}) as { _id?: string }
  return (
    <>
      {fields.orgEmail ?? message}{' '}
      {_id && (
        <LinkTo to="/invite-organization-{$id}" params={{ id: _id }}>
          Resend that invite
        </LinkTo>
      )}
    </>
  )
}
