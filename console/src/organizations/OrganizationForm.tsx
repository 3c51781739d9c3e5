import { organizations } from '@hikmah/contract/organizations/endpoints'
import type { Organization } from '@hikmah/contract/organizations/schemas'
import { organizationFields, SAVED } from '@hikmah/contract/organizations/words'
import { DuplicatesPanel, knownOf } from '../duplicates/DuplicatesPanel.tsx'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { usePhoneRulesOf } from '../kit/field/phone-rules.ts'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions } from '../kit/form/Form.tsx'
import { useLateSchema } from '../kit/form/late-schema.ts'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { OrganizationInputs } from './OrganizationInputs.tsx'
import { comparable, editOf, valuesOf } from './organization-values.ts'
import { show } from './show-field.tsx'

const loadSchema = () => import('@hikmah/contract/organizations/schemas').then((it) => it.OrganizationEdit)

/** Nothing is required here, and only changes are sent. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  usePhoneRulesOf(organization.phoneFax.primaryPhone, organization.phoneFax.secondaryPhone)
  const navigate = useNavigateOnceSaved()
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(organizations.updateOrganization, {
    row: organization,
    valuesOf,
    fields: organizationFields,
    validate: useLateSchema(loadSchema).validate,
    comparable,
    show,
    input: (values, kept) => ({ params: { id: kept._id }, body: editOf(values, kept) }),
    said: ({ orgName }) => `Somebody else saved ${orgName || 'this organization'} in the meantime.`,
    success: ({ _id }, message) => {
      notifySuccess(message ?? SAVED)
      void navigate({ to: '/organization-detail-{$id}', params: { id: _id } })
    },
  })

  return (
    <>
      <Form label="Edit organization" onSubmit={onSubmit}>
        <OrganizationInputs form={form} organization={base} />
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving}>Save Changes</SubmitButton>
          <CancelLink to="/organization-detail-{$id}" params={{ id: base._id }} />
        </FormActions>
        <DuplicatesPanel {...knownOf({ ...base, ...form.values })} />
      </Form>
      {dialog}
    </>
  )
}
