import { MAY_NOT_MANAGE_TEAM, type Member, organizationTeam } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read, useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { fullName } from '../kit/format/texts.ts'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import {
  formErrors,
  MemberForm,
  type MemberValues,
  memberBody,
  memberForm,
  memberRules,
  memberValues,
  newMember,
  whatIsMissing,
} from './member-form.tsx'

const addRoute = getRouteApi('/console/add-team-member-{$orgId}')
const editRoute = getRouteApi('/console/edit-team-member-{$memberId}')

/** Adds a person to an organization's team and e-mails the invite. */
export function AddMember() {
  const { orgId } = addRoute.useParams()
  const organization = useQuery(read(organizations.readOrganization, { params: { id: orgId } }))
  return (
    <LoadedPage
      name="Organization"
      shape="form"
      query={organization}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <AddMemberTo organization={data} />}
    </LoadedPage>
  )
}

function AddMemberTo({ organization: { _id, orgName } }: { organization: Organization }) {
  const mayManage = useMay('organization-team.manage')
  const navigate = useNavigateOnceSaved()
  const form = useForm<MemberValues>({ initialValues: newMember, validate: memberRules, ...validateWhenLeft })
  useUnsavedGuard(() => form.isDirty())
  const create = useWrite(organizationTeam.createMember, {
    success: ({ userName, consoleAccess }) => {
      form.reset()
      const team = `the team of ${organizationName(orgName)}`
      if (consoleAccess)
        notifySuccess('Invite sent successfully!', `${userName} joins ${team} with the code from the e-mail`)
      else
        notifySuccess(
          'Member added without access',
          `No invite was sent. Enable access, then invite ${userName} from ${team}.`,
        )
      return navigate({ to: '/admin-organization' })
    },
    error: ({ fields }) => form.setErrors(formErrors(fields)),
  })

  return (
    <Page
      title="Add team member"
      sub={`To ${organizationName(orgName)}`}
      trail={[
        <OrganizationsLink key="all" />,
        <OrganizationLink key="one" id={_id} tab={1}>
          {organizationName(orgName)}
        </OrganizationLink>,
      ]}
    >
      {mayManage ? (
        <MemberForm
          form={form}
          label="Add team member"
          error={create.error}
          onSubmit={form.onSubmit((values) =>
            create.mutate({ body: { ...memberBody(values), userName: values.userName, orgId: _id } }),
          )}
        >
          <SubmitButton loading={create.isPending} reason={whatIsMissing(form.values)}>
            Add Now
          </SubmitButton>
          <CancelLink to="/organization-detail-{$id}" params={{ id: _id }} search={{ tab: 1 }} />
        </MemberForm>
      ) : (
        <NotAllowed
          reason={MAY_NOT_MANAGE_TEAM}
          wayBack={
            <OrganizationLink id={_id} tab={1}>
              Go to {organizationName(orgName)}
            </OrganizationLink>
          }
        />
      )}
    </Page>
  )
}

export function EditMember() {
  const { memberId: id } = editRoute.useParams()
  const member = useQuery(read(organizationTeam.readMember, { params: { id } }))
  return (
    <LoadedPage
      name="Team member"
      shape="form"
      query={member}
      trail={[<OrganizationsLink key="all" />]}
      wayBack={<OrganizationsLink>Go to the organizations</OrganizationsLink>}
    >
      {(data) => <EditLoaded key={data._id} member={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ member }: { member: Member }) {
  const mayManage = useMay('organization-team.manage')
  const navigate = useNavigateOnceSaved()
  const { data } = useQuery(read(organizations.readOrganization, { params: { id: member.orgId } }))
  const orgName = data ? organizationName(data.data.orgName) : 'Organization'
  const { form, base, changed, isSaving, failure, onSubmit, dialog } = useEditForm(organizationTeam.updateMember, {
    row: member,
    valuesOf: memberValues,
    fields: memberForm.compared,
    validate: memberRules,
    errorsOf: formErrors,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...memberBody(values), version } }),
    said: (theirs) => `Somebody else saved ${fullName(theirs)} while you were editing.`,
    success: (saved) => {
      notifySuccess('Saved Successfully!', fullName(saved))
      return navigate({ to: '/organization-detail-{$id}', params: { id: saved.orgId }, search: { tab: 1 } })
    },
  })

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
      {mayManage ? (
        <MemberForm form={form} label="Edit team member" isKnown error={failure} onSubmit={onSubmit}>
          <SubmitButton
            loading={isSaving}
            reason={whatIsMissing(form.values) ?? (changed().length === 0 && 'No changes yet')}
          >
            Save
          </SubmitButton>
          <CancelLink to="/organization-detail-{$id}" params={{ id: member.orgId }} search={{ tab: 1 }} />
        </MemberForm>
      ) : (
        <NotAllowed
          reason={MAY_NOT_MANAGE_TEAM}
          wayBack={
            <OrganizationLink id={member.orgId} tab={1}>
              Go to {orgName}
            </OrganizationLink>
          }
        />
      )}
      {dialog}
    </Page>
  )
}
