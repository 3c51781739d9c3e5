import { organizationTeam } from '@hikmah/contract/organization-team'
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
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { NotAllowed } from '../kit/page/NotAllowed.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink } from '../organizations/OrganizationLink.tsx'
import {
  formErrors,
  MemberForm,
  type MemberValues,
  memberBody,
  memberRules,
  newMember,
  whatIsMissing,
} from './member-form.tsx'
import { MAY_NOT_MANAGE } from './member-words.ts'

const route = getRouteApi('/console/add-team-member-{$orgId}')

/** Adds a person to an organization's team and e-mails the invite. */
export function AddMember() {
  const { orgId } = route.useParams()
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
          reason={MAY_NOT_MANAGE}
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
