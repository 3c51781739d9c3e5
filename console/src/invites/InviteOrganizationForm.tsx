import { type Invite, invites, newInviteCode } from '@hikmah/contract/invites/endpoints'
import { InviteForm, type OwnedAlready as Owned } from '@hikmah/contract/invites/schemas'
import { MAX_ORGANIZATION_NAME } from '@hikmah/contract/organizations/words'
import { normalPhone, phoneToEdit } from '@hikmah/contract/phone'
import { INVITE_SENT } from '@hikmah/contract/words'
import { schemaResolver, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { DuplicatesPanel } from '../duplicates/DuplicatesPanel.tsx'
import { type ApiError, conflictingRow } from '../kit/api/api.ts'
import { useWrite } from '../kit/api/data.ts'
import { confirm, notifySuccess } from '../kit/feedback/messages.tsx'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { joinByAnd } from '../kit/format/texts.ts'
import { LinkTo } from '../kit/page/Page.tsx'
import { ADMIN_FULL_NAME } from './InviteOrganizationLink.tsx'

const validate = schemaResolver(InviteForm, { sync: true })

/** Invites an organization, or sends the given invite again. The code is new at each opening and each sending. */
export function InviteOrganizationForm({ invite }: { invite?: Invite }) {
  const navigate = useNavigateOnceSaved()
  const client = useQueryClient()
  const hideSent = useRef<() => void>(undefined)
  const [code, setCode] = useState(newInviteCode)
  const [opened, setOpened] = useState(invite)
  const form = useForm({
    initialValues: valuesOf(invite),
    validate,
    ...validateWhenLeft,
  })
  const send = useWrite(invites.inviteOrganization, {
    success: (sent, message) => {
      const { inviteAccessCode } = sent.invitationsDetails
      const other = inviteAccessCode === code ? '' : `, because ${code} was taken`
      hideSent.current = notifySuccess(message ?? INVITE_SENT, `${sent.orgName}, code ${inviteAccessCode}${other}`)
      form.resetDirty()
      setCode(newInviteCode())
      if (invite) setOpened(sent)
      if (!invite) void navigate({ to: '/dashboard', search: { tab: '1' } })
    },
    error: (failure) => {
      hideSent.current?.()
      const owned = conflictingRow(invites.inviteOrganization, failure)
      if (owned) return form.setErrors({ orgEmail: <OwnedAlready failure={failure} owned={owned} /> })
      // It was revoked or accepted elsewhere, which the page shows from now on.
      if (failure.code === 'CONFLICT') void client.invalidateQueries()
      form.setErrors(failure.code === 'DUPLICATE' ? { orgEmail: <OpenAlready failure={failure} /> } : failure.fields)
      setCode(newInviteCode())
    },
  })
  useUnsavedGuard(form.isDirty)

  const sentCode = invite?.orgStatus === 'revoked' ? undefined : opened?.invitationsDetails.inviteAccessCode
  const verb = invite ? 'Resend invite' : 'Send invite'
  const missing = missingIn(form.values, validate(form.values))
  const submit = form.onSubmit((values) => {
    if (!send.isPending) sendInvite(values)
  })

  function sendInvite(values: typeof form.values, isAnother?: true) {
    // The form counts as the newest version while the values are the same, such as after revoking the invite oneself.
    const isSame = JSON.stringify(valuesOf(opened)) === JSON.stringify(valuesOf(invite))
    const version = isSame ? invite?.version : opened?.version
    const details = { invitationsDetails: { inviteAccessCode: code }, version, isAnother }
    send.mutate(
      { body: { ...sentValues(values, invite), ...details } },
      { onError: (failure) => void askWhetherAnother(failure, values) },
    )
  }

  /** The email already owns an organization: a mistake, or another one for the same person. */
  async function askWhetherAnother(failure: ApiError, values: typeof form.values) {
    if (!conflictingRow(invites.inviteOrganization, failure)) return
    const isMeant = await confirm({
      title: `Invite ${values.orgEmail} for another organization?`,
      body: `${failure.message} The invite creates another organization with the same owner.`,
      action: 'Invite for another organization',
      destructive: false,
    })
    if (isMeant) sendInvite(values, true)
  }

  const duplicates = <DuplicatesPanel orgName={form.values.orgName} phone={form.values.phoneFax.primaryPhone} />

  return (
    <Form label={verb} onSubmit={submit}>
      {invite && duplicates}
      <TextField
        label="Organization Name"
        required
        max={MAX_ORGANIZATION_NAME}
        autoFocus
        {...form.getInputProps('orgName')}
      />
      <TextField label={ADMIN_FULL_NAME} required {...form.getInputProps('orgAdmin')} />
      <TextField label="Email" type="email" required {...form.getInputProps('orgEmail')} />
      <PhoneField label="Phone" required {...form.getInputProps('phoneFax.primaryPhone')} />
      <TextField
        label={invite ? 'New code' : 'Invite code'}
        description={
          sentCode ? `Sent when you resend. Their current code: ${sentCode}` : 'Sent by email; a new one each time'
        }
        readOnly
        tabIndex={-1}
        value={code}
      />
      <FormActions failure={!send.error?.isShownInFields && send.error}>
        <SubmitButton loading={send.isPending} reason={missing && `Still needed: ${missing}`}>
          {verb}
        </SubmitButton>
        <CancelLink to="/dashboard" search={{ tab: '1' }} />
      </FormActions>
      {!invite && duplicates}
    </Form>
  )
}

function OpenAlready({ failure: { message, fields, current, requestId } }: { failure: ApiError }) {
  const { _id } = (current ?? {}) as { _id?: string }
  const resend = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer to another try takes the focus again
  useEffect(() => resend.current?.focus(), [requestId])
  return (
    <span>
      {fields.orgEmail ?? message}{' '}
      {_id && (
        <LinkTo ref={resend} to="/invite-organization-{$id}" params={{ id: _id }} underline="always">
          Resend that invite
        </LinkTo>
      )}
    </span>
  )
}

const OwnedAlready = ({ failure: { message }, owned }: { failure: ApiError; owned: Owned }) => (
  <span>
    {message}
    {owned.organizations.map(({ _id, orgName }) => (
      <Fragment key={_id}>
        {' '}
        <LinkTo to="/organization-detail-{$id}" params={{ id: _id }} underline="always">
          See {orgName}
        </LinkTo>
      </Fragment>
    ))}
  </span>
)

const valuesOf = (invite: Invite | undefined) => ({
  orgName: invite?.orgName ?? '',
  orgAdmin: invite?.orgAdmin ?? '',
  orgEmail: invite?.orgEmail ?? '',
  phoneFax: { primaryPhone: phoneToEdit(invite?.phoneFax.primaryPhone ?? '') },
})

type Values = ReturnType<typeof valuesOf>

/** As the customer's own client sends it, with the time, the earlier sendings and the invite to send again. */
const sentValues = ({ phoneFax: { primaryPhone }, ...values }: Values, invite: Invite | undefined) => ({
  ...values,
  phoneFax: { primaryPhone: normalPhone(primaryPhone) ?? primaryPhone },
  dateTime: new Date().toISOString(),
  logs: invite?.invitationsDetails.inviteLogs ?? [],
  id: invite?._id ?? '',
})

const fields: [path: string, label: string, valueIn: (values: Values) => string][] = [
  ['orgName', 'Organization Name', ({ orgName }) => orgName],
  ['orgAdmin', ADMIN_FULL_NAME, ({ orgAdmin }) => orgAdmin],
  ['orgEmail', 'Email', ({ orgEmail }) => orgEmail],
  ['phoneFax.primaryPhone', 'Phone', ({ phoneFax }) => phoneFax.primaryPhone],
]

/** What the form still needs, such as "Organization Name and a valid Email". */
function missingIn(values: Values, wrong: Record<string, unknown>): string {
  return joinByAnd(
    fields.flatMap(([path, label, valueIn]) => {
      if (valueIn(values).trim() === '') return label
      return path in wrong ? `a valid ${label}` : []
    }),
  )
}
