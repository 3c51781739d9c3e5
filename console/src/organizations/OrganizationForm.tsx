import {
  editOrganization,
  ORGANIZATION_NAME_MAX,
  OrganizationEdit,
  SAVED,
  SHORT_NAME_MAX,
} from '@hikmah/contract/edit-organization'
import { type Organization, OrganizationType } from '@hikmah/contract/organizations'
import { NativeSelect } from '@mantine/core'
import { schemaResolver } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../kit/api/current-user.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions, FormSection } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ContactFields } from './ContactFields.tsx'
import { ImageFields } from './ImageFields.tsx'
import { comparable, editOf, labels, type OrganizationFormState, valuesOf } from './organization-values.ts'
import { StatusFields } from './StatusFields.tsx'
import { show } from './show-field.tsx'

/** Nothing is required here, and only what was changed is sent. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const navigate = useNavigate()
  const mayEdit = useMay('organizations.update')
  const { form, base, isSaving, failure, onSubmit, dialog } = useEditForm(editOrganization.updateOrganization, {
    row: organization,
    valuesOf,
    fields: labels,
    validate: schemaResolver(OrganizationEdit, { sync: true }),
    comparable,
    show,
    input: (values, kept) => ({ params: { id: kept._id }, body: editOf(values, kept) }),
    said: ({ orgName }) =>
      `Somebody else saved ${orgName || 'this organization'} in the meantime. Choose what to keep.`,
    success: ({ _id }, message) => {
      notifySuccess(message ?? SAVED)
      void navigate({ to: '/organization-detail-{$id}', params: { id: _id } })
    },
  })

  return (
    <>
      <Form label="Edit organization" onSubmit={onSubmit}>
        <FormAlert error={failure} />
        <NameFields form={form} />
        <ContactFields form={form} />
        <AddressFields form={form} />
        <StatusFields form={form} organization={base} />
        <ImageFields form={form} />
        <FormActions>
          <SubmitButton loading={isSaving} reason={!mayEdit && 'Only owners and admins edit organizations'}>
            Save Changes
          </SubmitButton>
          <ButtonLink variant="default" to="/organization-detail-{$id}" params={{ id: base._id }}>
            Cancel
          </ButtonLink>
        </FormActions>
      </Form>
      {dialog}
    </>
  )
}

function NameFields({ form }: { form: OrganizationFormState }) {
  const { error, ...orgType } = form.getInputProps('orgType')
  return (
    <FormSection title="Organization">
      <TextField
        label="Organization Name"
        max={ORGANIZATION_NAME_MAX}
        autoFocus
        autoComplete="off"
        {...form.getInputProps('orgName')}
      />
      <TextField label="Shortname" max={SHORT_NAME_MAX} autoComplete="off" {...form.getInputProps('orgShortName')} />
      <NativeSelect
        label="Org Type"
        data={[{ value: '', label: 'None' }, ...OrganizationType.options]}
        rightSection={<Icon name="down" />}
        error={fieldError(error)}
        {...orgType}
      />
      <TextField label="Referred By" autoComplete="off" {...form.getInputProps('referredBy')} />
    </FormSection>
  )
}
