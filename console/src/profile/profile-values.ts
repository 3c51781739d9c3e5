import { phoneToEdit } from '@hikmah/contract/phone'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { UseFormReturnType } from '@mantine/form'

/** The only state the customer's form knew; it comes first and stands where none was chosen. */
export const DEFAULT_STATE = 'NY'

/** The profile as it stands in the form. */
export const profileValues = ({ name, phoneNo, address, imageDetails }: CurrentUser) => ({
  name: { firstName: name.firstName, lastName: name.lastName },
  phoneNo: phoneToEdit(phoneNo),
  address: { ...address, state: address.state || DEFAULT_STATE },
  imageDetails: { image: imageDetails.image },
})

export type ProfileForm = UseFormReturnType<ReturnType<typeof profileValues>>
