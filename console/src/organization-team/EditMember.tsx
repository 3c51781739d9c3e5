import { organizationTeam } from '@hikmah/contract/organization-team/calls'
import type { Member } from '@hikmah/contract/organization-team/schemas'
import { organizations } from '@hikmah/contract/organizations/calls'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { type Choice, ConflictDialog, conflictsBetween } from '../kit/form/ConflictDialog.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organization-detail/OrganizationLink.tsx'
import { MemberForm } from './MemberForm.tsx'
import { bodyOf, formErrors, type MemberValues, memberRules, valuesOf, whatIsMissing } from './member-form.ts'
import { fullName, NOT_ALLOWED, pairText } from './member-words.ts'

const route = getRouteApi('/console/edit-team-member-{$memberId}')

export function EditMember() {
  const { memberId: id } = route.useParams()
  const member = useQuery(read(organizationTeam.readMember, { params: { id } }))
  return (
    <LoadedPage
      name="Team member"
      query={member}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <EditLoaded key={data._id} member={data} />}
    </LoadedPage>
  )
}

const labels = { name: 'Name', role: 'Roles', consoleAccess: 'Console access' }

/** Values of two versions side by side, in words that can be compared. */
const inWords = ({ name, role, consoleAccess }: MemberValues) => ({
  name,
  role: role.map(pairText).join(', '),
  consoleAccess: consoleAccess ? 'Enabled' : 'Revoked',
})

function EditLoaded({ member }: { member: Member }) {
  const mayManage = useMay('organization-team.manage')
  const navigate = useNavigate()
  // The version that is edited: a newer one must not slip in under what is typed.
  const [base, setBase] = useState(member)
  const [theirs, setTheirs] = useState<Member>()
  const { data } = useQuery(read(organizations.readOrganization, { params: { id: member.orgId } }))
  const orgName = data?.data.orgName ?? 'Organization'
  const form = useForm<MemberValues>({
    initialValues: valuesOf(base),
    validate: memberRules,
    validateInputOnBlur: true,
  })
  useUnsavedGuard(() => form.isDirty())

  const save = useWrite(organizationTeam.updateMember, {
    success: (saved) => {
      form.resetDirty()
      notifySuccess('Saved Successfully!', fullName(saved))
      return navigate({ to: '/organization-detail-{$id}', params: { id: saved.orgId }, search: { tab: 1 } })
    },
    error: ({ code, current, fields }) => {
      if (code === 'CONFLICT' && current) setTheirs(current)
      else form.setErrors(formErrors(fields))
    },
  })
  const send = (values: MemberValues, version: number) =>
    save.mutate({ params: { id: member._id }, body: { ...bodyOf(values), version } })

  function takeTheirs(current: Member) {
    setTheirs(undefined)
    setBase(current)
    form.setInitialValues(valuesOf(current))
    form.reset()
  }

  function settle(current: Member, choices: Record<string, Choice>) {
    const [yours, other] = [form.values, valuesOf(current)]
    const merged: MemberValues = {
      ...yours,
      name: choices.name === 'theirs' ? other.name : yours.name,
      role: choices.role === 'theirs' ? other.role : yours.role,
      consoleAccess: choices.consoleAccess === 'theirs' ? other.consoleAccess : yours.consoleAccess,
    }
    setTheirs(undefined)
    setBase(current)
    form.setValues(merged)
    send(merged, current.version)
  }

  return (
    <Page
      title={`Edit ${fullName(base)}`}
      sub={`Team member of ${orgName}`}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={member.orgId} tab={1}>
          {orgName}
        </OrganizationLink>,
      ]}
    >
      <MemberForm
        form={form}
        label="Edit team member"
        isKnown
        error={theirs ? null : save.error}
        onSubmit={(values) => send(values, base.version)}
      >
        <SubmitButton
          loading={save.isPending}
          reason={
            mayManage
              ? (whatIsMissing('Save', form.values) ?? (!form.isDirty() && 'Nothing is changed yet'))
              : NOT_ALLOWED
          }
        >
          Save
        </SubmitButton>
      </MemberForm>
      {theirs && (
        <ConflictDialog
          conflicts={conflictsBetween(inWords(form.values), inWords(valuesOf(theirs)), labels)}
          said={`Somebody else saved ${fullName(theirs)} while you were editing. Choose what to keep.`}
          isSaving={save.isPending}
          onCancel={() => setTheirs(undefined)}
          onKeepTheirs={() => takeTheirs(theirs)}
          onSave={(choices) => settle(theirs, choices)}
        />
      )}
    </Page>
  )
}
