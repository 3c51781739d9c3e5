import { organizations } from '@hikmah/contract/organizations/endpoints'
import { type Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { MAY_NOT_EDIT_ORGANIZATIONS, organizationName, SAVED } from '@hikmah/contract/organizations/words'
import { schemaResolver } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DuplicatesPanel, duplicatesQuery } from '../duplicates/DuplicatesPanel.tsx'
import { read, useMay } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { NotAllowed } from '../kit/page/ListStates.tsx'
import { LoadedPage } from '../kit/page/LoadedPage.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrganizationLettersPanel } from './OrganizationLettersPanel.tsx'
import { OrganizationLink, OrganizationsLink } from './OrganizationLink.tsx'
import { type OrganizationValues, organizationForm } from './organization-form.tsx'
import { useStatusSaved } from './status-saved.ts'

export function OrganizationEditPage() {
  const { id } = useParams({ from: '/console/edit-organization-detail-{$id}' })
  const mayEdit = useMay('organizations.update')
  const query = useQuery(read(organizations.readOrganization, { params: { id } }))
  const up = <OrganizationsLink key="organizations" />
  return (
    <LoadedPage name="Organization" shape="form" query={query} trail={[up]} wayBack={up}>
      {(organization) => (
        <Page
          title="Edit organization"
          sub={organizationName(organization.orgName)}
          trail={[
            up,
            <OrganizationLink key="organization" id={id}>
              {organizationName(organization.orgName)}
            </OrganizationLink>,
          ]}
        >
          {mayEdit ? (
            <OrganizationForm key={id} organization={organization} />
          ) : (
            <NotAllowed
              reason={MAY_NOT_EDIT_ORGANIZATIONS}
              wayBack={<OrganizationLink id={id}>Go to {organizationName(organization.orgName)}</OrganizationLink>}
            />
          )}
        </Page>
      )}
    </LoadedPage>
  )
}

export function OrganizationForm({ organization }: { organization: Organization }) {
  const navigate = useNavigateOnceSaved()
  const tellStatusSaved = useStatusSaved()
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(organizations.updateOrganization, {
    row: organization,
    toValues: (row) => ({ ...organizationForm.read(row), note: '' }),
    fields: organizationForm.compared,
    validate: schemaResolver(OrganizationEdit, { sync: true }),
    input: (values, kept) => ({ params: { id: kept._id }, body: editBody(values, kept) }),
    describeOtherSave: ({ orgName }) => `Somebody else saved ${orgName || 'this organization'} in the meantime.`,
    success: (saved, message) => {
      const { _id, orgStatus } = saved
      if (orgStatus === base.orgStatus) notifySuccess(message ?? SAVED)
      else tellStatusSaved(saved, base.orgStatus)
      void navigate({ to: '/organization-detail-{$id}', params: { id: _id } })
    },
  })
  const { orgStatus, orgEmail, orgName, orgAdmin } = form.values
  const told = { orgStatus, orgEmail, orgName, orgAdmin }
  const isTold =
    (orgStatus !== base.orgStatus || orgEmail !== base.orgEmail) && OrganizationEdit.safeParse(told).success

  return (
    <>
      <Form label="Edit organization" onSubmit={onSubmit} isLong>
        <organizationForm.Inputs form={form} context={{ form, organization: base }} />
        {isTold && <OrganizationLettersPanel id={base._id} edit={told} />}
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving} reason={!form.isDirty() && NO_CHANGES}>
            Save Changes
          </SubmitButton>
          <CancelLink to="/organization-detail-{$id}" params={{ id: base._id }} />
        </FormActions>
        <DuplicatesPanel {...duplicatesQuery({ ...base, ...form.values })} />
      </Form>
      {dialog}
    </>
  )
}

/** Only the changes. As from the customer's own client, `deen_fund_side_info` is always sent empty. */
function editBody({ note, ...values }: OrganizationValues, base: Organization): OrganizationEdit {
  const changes = organizationForm.sendChanges(values, base)
  return { ...changes, deen_fund_side_info: {}, version: base.version, ...(changes.orgStatus && note && { note }) }
}
