import { organizations } from '@hikmah/contract/organizations/calls'
import { type Organization, OrganizationEdit } from '@hikmah/contract/organizations/schemas'
import { ORGANIZATION_NAME_MAX, organizationTypes, SAVED, SHORT_NAME_MAX } from '@hikmah/contract/organizations/words'
import { NativeSelect } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../kit/api/current-user.ts'
import { useWrite } from '../kit/api/data.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import { Form, FormActions, FormSection } from '../kit/form/Form.tsx'
import { FormAlert } from '../kit/form/FormAlert.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useUnsavedGuard } from '../kit/form/unsaved.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { ButtonLink } from '../kit/page/LinkTo.tsx'
import { AddressFields } from './AddressFields.tsx'
import { ContactFields } from './ContactFields.tsx'
import { ImageFields } from './ImageFields.tsx'
import { OrganizationConflict } from './OrganizationConflict.tsx'
import { editOf, type OrganizationFormState, type Values, valuesOf } from './organization-values.ts'
import { StatusFields } from './StatusFields.tsx'

/** Nothing is required here, and only what was changed is sent. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const navigate = useNavigate()
  const mayEdit = useMay('organizations.update')
  /** What the changes are made to: as it was opened, or as somebody else has saved it since. */
  const [base, setBase] = useState(organization)
  const [theirs, setTheirs] = useState<Organization>()
  const form = useForm({
    initialValues: valuesOf(base),
    validate: schemaResolver(OrganizationEdit, { sync: true }),
    validateInputOnBlur: true,
  })
  const save = useWrite(organizations.updateOrganization, {
    success: ({ _id }, message) => {
      form.resetDirty()
      notifySuccess(message ?? SAVED)
      void navigate({ to: '/organization-detail-{$id}', params: { id: _id } })
    },
    error: ({ code, current, fields }) => {
      setTheirs(code === 'CONFLICT' ? current : undefined)
      form.setErrors(fields)
    },
  })
  useUnsavedGuard(form.isDirty)

  const send = (values: Values, kept: Organization) =>
    save.mutate({ params: { id: kept._id }, body: OrganizationEdit.parse(editOf(values, kept)) })

  /** Goes on from what somebody else has saved. */
  function takeUp(kept: Organization, values: Values) {
    setBase(kept)
    setTheirs(undefined)
    form.setInitialValues(valuesOf(kept))
    form.setValues(values)
  }

  const submit = form.onSubmit(
    (values) => {
      if (!save.isPending) send(values, base)
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  const isUnderAField = Object.keys(save.error?.fields ?? {}).length > 0

  return (
    <>
      <Form label="Edit organization" onSubmit={submit}>
        {!isUnderAField && !theirs && <FormAlert error={save.error} />}
        <NameFields form={form} />
        <ContactFields form={form} />
        <AddressFields form={form} />
        <StatusFields form={form} organization={base} />
        <ImageFields form={form} />
        <FormActions>
          <SubmitButton loading={save.isPending} reason={!mayEdit && 'Only owners and admins edit organizations'}>
            Save Changes
          </SubmitButton>
          <ButtonLink variant="default" to="/organization-detail-{$id}" params={{ id: base._id }}>
            Cancel
          </ButtonLink>
        </FormActions>
      </Form>
      {theirs && (
        <OrganizationConflict
          yours={form.values}
          before={base}
          theirs={theirs}
          isSaving={save.isPending}
          onCancel={() => setTheirs(undefined)}
          onKeepTheirs={() => takeUp(theirs, valuesOf(theirs))}
          onSave={(values) => {
            takeUp(theirs, values)
            send(values, theirs)
          }}
        />
      )}
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
        data={[{ value: '', label: 'None' }, ...organizationTypes]}
        rightSection={<Icon name="down" />}
        error={fieldError(error)}
        {...orgType}
      />
      <TextField label="Referred By" autoComplete="off" {...form.getInputProps('referredBy')} />
    </FormSection>
  )
}
