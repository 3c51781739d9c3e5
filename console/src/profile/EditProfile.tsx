import { usStates } from '@hikmah/contract/addresses'
import { phoneToEdit } from '@hikmah/contract/phone'
import { PROFILE_UPDATED, profile } from '@hikmah/contract/profile/endpoints'
import { ProfileEdit } from '@hikmah/contract/profile/schemas'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import { type ProfileField, profileFields } from '@hikmah/contract/staff'
import type { RootOf } from '@hikmah/contract/words'
import type { z } from 'zod'
import { useCurrentUser } from '../kit/api/data.ts'
import { local } from '../kit/api/session.ts'
import { notifySuccess } from '../kit/feedback/messages.tsx'
import { PhoneField } from '../kit/field/PhoneField.tsx'
import { ChoiceField, EMAIL_FIXED, TextField } from '../kit/field/TextField.tsx'
import { type Draw, defineForm } from '../kit/form/define-form.tsx'
import { CancelLink, Form, FormActions } from '../kit/form/Form.tsx'
import { SubmitButton } from '../kit/form/SubmitButton.tsx'
import { useNavigateOnceSaved } from '../kit/form/unsaved.ts'
import { useEditForm } from '../kit/form/useEditForm.tsx'
import { NO_CHANGES } from '../kit/format/texts.ts'
import { LinkTo, Page } from '../kit/page/Page.tsx'
import { MediaField } from '../media/MediaField.tsx'

/** The only state in the customer's form; it comes first and is the default. */
const DEFAULT_STATE = 'NY'

const states = Object.entries(usStates)
  .map(([label, value]) => ({ value, label }))
  .sort((a, b) => Number(b.value === DEFAULT_STATE) - Number(a.value === DEFAULT_STATE))

const text =
  (autoComplete: string): Draw<string> =>
  ({ label, props }) => <TextField label={label} autoComplete={autoComplete} {...props} />

interface Shapes {
  row: CurrentUser
  values: Pick<CurrentUser, RootOf<ProfileField>>
  sent: z.input<typeof ProfileEdit>
}

const profileForm = defineForm<ProfileField, Shapes>(profileFields, {
  'name.firstName': { section: 'Person', draw: text('given-name') },
  'name.lastName': { section: 'Person', draw: text('family-name') },
  phoneNo: {
    section: 'Person',
    draw: ({ label, props }) => <PhoneField label={label} {...props} />,
    read: phoneToEdit,
  },
  'imageDetails.image': {
    section: 'Person',
    draw: ({ label, value, onChange, error }) => (
      <MediaField
        label={label}
        kind="image"
        placeholder="person"
        value={{ url: value, name: 'Your photo', size: 0 }}
        onChange={({ url }) => onChange(url)}
        error={error}
      />
    ),
    show: (url) => url && <img src={url} alt="" height={48} />,
  },
  'address.line1': { section: 'Address', draw: text('address-line1') },
  'address.line2': { section: 'Address', draw: text('address-line2') },
  'address.city': { section: 'Address', draw: text('address-level2') },
  'address.state': {
    section: 'Address',
    draw: ({ label, value, props }) => (
      <ChoiceField
        label={label}
        // A state outside the US stays selectable.
        data={states.some((state) => state.value === value) ? states : [...states, value]}
        {...props}
      />
    ),
    read: (state) => state || DEFAULT_STATE,
  },
  'address.postalCode': { section: 'Address', draw: text('postal-code') },
  'address.country': { section: 'Address', draw: text('country-name') },
})

const checkProfile = profileForm.checkBy(ProfileEdit)

/** /edit-profile: the person's own profile. The email is the identity and cannot be changed. */
export function EditProfile() {
  const me = useCurrentUser()
  const navigate = useNavigateOnceSaved()
  const { form, isSaving, failure, onSubmit, dialog } = useEditForm(profile.updateProfile, {
    row: me,
    toValues: profileForm.read,
    fields: profileForm.compared,
    validate: checkProfile,
    input: (values, { _id, version }) => ({ params: { id: _id }, body: { ...profileForm.send(values), version } }),
    describeOtherSave: () => 'Your profile was changed elsewhere in the meantime.',
    success: ({ imageDetails }, message) => {
      local.set('image', imageDetails.image)
      notifySuccess(message ?? PROFILE_UPDATED)
      return navigate({ to: '/admin-profile' })
    },
  })

  return (
    <Page
      title="Edit Profile"
      trail={[
        <LinkTo key="profile" to="/admin-profile">
          My profile
        </LinkTo>,
      ]}
    >
      <Form label="Edit Profile" onSubmit={onSubmit} isLong>
        <profileForm.Inputs
          form={form}
          before={{
            phoneNo: <TextField label="Email" type="email" description={EMAIL_FIXED} readOnly value={me.userName} />,
          }}
        />
        <FormActions failure={failure}>
          <SubmitButton loading={isSaving} reason={!form.isDirty() && NO_CHANGES}>
            Save Changes
          </SubmitButton>
          <CancelLink to="/admin-profile" />
        </FormActions>
      </Form>
      {dialog}
    </Page>
  )
}
