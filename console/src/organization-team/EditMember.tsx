import { type Member, organizationTeam } from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { read } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { fullName } from '../kit/format/texts.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { NotAllowed } from '../kit/page/NotAllowed.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import {
  formErrors,
  MemberForm,
  memberBody,
  memberForm,
  memberRules,
  memberValues,
  whatIsMissing,
} from './member-form.tsx'
import { MAY_NOT_MANAGE } from './member-words.ts'

const route = getRouteApi('/console/edit-team-member-{$memberId}')

export function EditMember() {
  const { memberId: id } = route.useParams()
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
          reason={MAY_NOT_MANAGE}
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
