import {
  MAY_NOT_MANAGE_TEAM,
  type Member,
  type MemberWithLock,
  memberRules,
  organizationTeam,
} from '@hikmah/contract/organization-team'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { inviteWaits, isBlocked, organizationName, SAVED } from '@hikmah/contract/organizations/words'
import { INVITE_SENT } from '@hikmah/contract/words'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read, useMay, useWrite } from '../kit/api/data.ts'
import { Banner } from '../kit/feedback/FormAlert.tsx'
import { notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { validateWhenLeft } from '../kit/form/after-press.ts'
import { CancelLink } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved, useUnsavedGuard } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { fullName, NO_CHANGES } from '../kit/format/texts.ts'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLink, OrganizationsLink, organizationsWayBack } from '../organizations/OrganizationLink.tsx'
import { OrganizationPanel } from '../organizations/OrganizationPanel.tsx'
import classes from './member.module.css'
import {
  formErrors,
  MemberForm,
  type MemberValues,
  memberBody,
  memberForm,
  memberValues,
  newMember,
  whatIsMissing,
  withChosen,
} from './member-form.tsx'

const addRoute = getRouteApi('/console/add-team-member-{$orgId}')
const editRoute = getRouteApi('/console/edit-team-member-{$memberId}')

export function AddMember() {
  const { orgId } = addRoute.useParams()
  return (
    <OrganizationPanel id={orgId} shape="form">
      {(organization) => <AddMemberTo organization={organization} />}
    </OrganizationPanel>
  )
}

function AddMemberTo({ organization }: { organization: Organization }) {
  const { _id } = organization
  const orgName = organizationName(organization.orgName)
  const waits = isBlocked(organization.orgStatus)
  const navigate = useNavigateOnceSaved()
  const form = useForm<MemberValues>({ initialValues: newMember, validate: memberRules, ...validateWhenLeft })
  useUnsavedGuard(() => form.isDirty())
  const create = useWrite(organizationTeam.createMember, {
    success: ({ userName, consoleAccess }) => {
      form.reset()
      const team = `the team of ${orgName}`
      if (consoleAccess && waits) notifySuccess('Member added', inviteWaits(orgName))
      else if (consoleAccess) notifySuccess(INVITE_SENT, `${userName} joins ${team} with the code from the email`)
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
    <MemberPage title="Add team member" sub={`To ${orgName}`} orgId={_id} orgName={orgName}>
      {waits && <Banner tone="warning" text={inviteWaits(orgName)} />}
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
    </MemberPage>
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
      wayBack={organizationsWayBack}
    >
      {(data) => <EditLoaded key={data._id} member={data} />}
    </LoadedPage>
  )
}

function EditLoaded({ member }: { member: MemberWithLock }) {
  const navigate = useNavigateOnceSaved()
  const { data } = useQuery(read(organizations.readOrganization, { params: { id: member.orgId } }))
  const orgName = data ? organizationName(data.data.orgName) : 'Organization'
  const { form, base, changed, isSaving, failure, onSubmit, dialog } = useEditForm(organizationTeam.updateMember, {
    row: member,
    toValues: memberValues,
    fields: memberForm.compared,
    validate: memberRules,
    toFieldErrors: formErrors,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...memberBody(values), version } }),
    describeOtherSave: (theirs) => `Somebody else saved ${fullName(theirs)} while you were editing.`,
    success: (saved) => {
      notifySuccess(SAVED, fullName(saved))
      return navigate({ to: '/organization-detail-{$id}', params: { id: saved.orgId }, search: { tab: 1 } })
    },
  })

  return (
    <>
      <MemberPage
        title={`Edit ${fullName(base)}`}
        sub={`Team member of ${orgName}`}
        orgId={member.orgId}
        orgName={orgName}
      >
        {member.locked && <Unlock member={member} />}
        <MemberForm form={form} label="Edit team member" isKnown error={failure} onSubmit={onSubmit}>
          <SubmitButton
            loading={isSaving}
            reason={whatIsMissing(form.values) ?? (changed(withChosen(form.values)).length === 0 && NO_CHANGES)}
          >
            Save
          </SubmitButton>
          <CancelLink to="/organization-detail-{$id}" params={{ id: member.orgId }} search={{ tab: 1 }} />
        </MemberForm>
      </MemberPage>
      {dialog}
    </>
  )
}

function Unlock({ member }: { member: Member }) {
  const unlock = useWrite(organizationTeam.unlockMember, {
    success: (unlocked) => notifySuccess(`${fullName(unlocked)} is unlocked`),
    error: ({ message }) => notifyFailure(message),
  })
  return (
    <section className={classes.locked} aria-label="Sign-in">
      <p>Locked after too many failed sign-ins in an application. It unlocks by itself; you can also unlock it now.</p>
      <Button
        variant="default"
        loading={unlock.isPending}
        onClick={() => unlock.mutate({ params: { id: member._id } })}
      >
        Unlock
      </Button>
    </section>
  )
}

interface Props {
  title: string
  sub: string
  orgId: string
  orgName: string
  children: ReactNode
}

function MemberPage({ title, sub, orgId, orgName, children }: Props) {
  const mayManage = useMay('organization-team.manage')
  const linkTo = (label: string) => (
    <OrganizationLink key="one" id={orgId} tab={1}>
      {label}
    </OrganizationLink>
  )
  return (
    <Page title={title} sub={sub} trail={[<OrganizationsLink key="all" />, linkTo(orgName)]}>
      {mayManage ? children : <NotAllowed reason={MAY_NOT_MANAGE_TEAM} wayBack={linkTo(`Go to ${orgName}`)} />}
    </Page>
  )
}
