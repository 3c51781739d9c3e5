import { phoneToEdit } from '@hikmah/contract/phone'
import { profile } from '@hikmah/contract/profile/endpoints'
import { ProfileEdit } from '@hikmah/contract/profile/schemas'
import { PROFILE_UPDATED } from '@hikmah/contract/profile/words'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import { profileFields } from '@hikmah/contract/staff'
import { usStates } from '@hikmah/contract/us-states'
import { NativeSelect } from '@mantine/core'
import { schemaResolver, type UseFormReturnType } from '@mantine/form'
import { useCurrentUser } from '../kit/api/current-user.ts'
import { local } from '../kit/api/session.ts'
import { notifySuccess } from '../kit/feedback/notify.ts'
import { fieldError } from '../kit/field/field-error.tsx'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { usePhoneRulesOf } from '../kit/field/phone-rules.ts'
import { TextField } from '../kit/field/TextField.tsx'
import { CancelLink } from '../kit/form/CancelLink.tsx'
import { Form, FormActions, FormSection } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LinkTo } from '../kit/page/LinkTo.tsx'
import { Page } from '../kit/page/Page.tsx'
import { MediaField } from '../media/MediaField.tsx'

/** /edit-profile: the person's own profile. The e-mail is the identity and cannot be changed. */
export function EditProfile() {
  const me = useCurrentUser()
  usePhoneRulesOf(me.phoneNo)
  const navigate = useNavigateOnceSaved()
  const { form, isSaving, failure, onSubmit, dialog } = useEditForm(profile.updateProfile, {
    row: me,
    valuesOf: profileValues,
    fields: profileFields,
    validate: schemaResolver(ProfileEdit, { sync: true }),
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...values, version } }),
    show: (field, value) =>
      field === 'imageDetails.image' && value ? <img src={String(value)} alt="" height={48} /> : String(value),
    said: () => 'Your profile was changed elsewhere in the meantime.',
    success: ({ imageDetails }, message) => {
      local.set('image', imageDetails.image)
      notifySuccess(message ?? PROFILE_UPDATED)
      return navigate({ to: '/admin-profile' })
    },
  })
  const { image } = form.values.imageDetails

  return (
    <Page
      title="Edit Profile"
      trail={[
        <LinkTo key="profile" to="/admin-profile">
          My profile
        </LinkTo>,
      ]}
    >
      <Form label="Edit Profile" onSubmit={onSubmit}>
        <FormSection title="Person">
          <MediaField
            label={profileFields['imageDetails.image']}
            kind="image"
            placeholder="person"
            value={{ url: image, name: 'Your photo', size: 0 }}
            onChange={({ url }) => form.setFieldValue('imageDetails.image', url)}
            error={form.errors['imageDetails.image']}
          />
          <TextField
            label={profileFields['name.firstName']}
            autoComplete="given-name"
            {...form.getInputProps('name.firstName')}
          />
          <TextField
            label={profileFields['name.lastName']}
            autoComplete="family-name"
            {...form.getInputProps('name.lastName')}
          />
          <TextField
            label="Email"
            type="email"
            description="The e-mail cannot be changed"
            readOnly
            value={me.userName}
          />
          <PhoneField label={profileFields.phoneNo} {...form.getInputProps('phoneNo')} />
        </FormSection>
        <AddressFields form={form} />
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving} reason={!form.isDirty() && 'No changes yet'}>
            Save Changes
          </SubmitButton>
          <CancelLink to="/admin-profile" />
        </FormActions>
      </Form>
      {dialog}
    </Page>
  )
}

const states = Object.entries(usStates)
  .map(([label, value]) => ({ value, label }))
  .sort((a, b) => Number(b.value === DEFAULT_STATE) - Number(a.value === DEFAULT_STATE))

function AddressFields({ form }: { form: ProfileForm }) {
  const { state } = form.values.address
  const isKnown = states.some(({ value }) => value === state)
  const { error, ...stateProps } = form.getInputProps('address.state')
  return (
    <FormSection title="Address">
      <TextField
        label={profileFields['address.line1']}
        autoComplete="address-line1"
        {...form.getInputProps('address.line1')}
      />
      <TextField
        label={profileFields['address.line2']}
        autoComplete="address-line2"
        {...form.getInputProps('address.line2')}
      />
      <TextField
        label={profileFields['address.city']}
        autoComplete="address-level2"
        {...form.getInputProps('address.city')}
      />
      <NativeSelect
        label={profileFields['address.state']}
        // A state outside the US stays selectable.
        data={isKnown ? states : [...states, state]}
        rightSection={<Icon name="down" size={12} />}
        error={fieldError(error)}
        {...stateProps}
      />
      <TextField
        label={profileFields['address.postalCode']}
        autoComplete="postal-code"
        {...form.getInputProps('address.postalCode')}
      />
      <TextField
        label={profileFields['address.country']}
        autoComplete="country-name"
        {...form.getInputProps('address.country')}
      />
    </FormSection>
  )
}

/** The only state in the customer's form; it comes first and is the default. */
export const DEFAULT_STATE = 'NY'

/** The profile as the form holds it. */
export const profileValues = ({ name, phoneNo, address, imageDetails }: CurrentUser) => ({
  name: { firstName: name.firstName, lastName: name.lastName },
  phoneNo: phoneToEdit(phoneNo),
  address: { ...address, state: address.state || DEFAULT_STATE },
  imageDetails: { image: imageDetails.image },
})

export type ProfileForm = UseFormReturnType<ReturnType<typeof profileValues>>
