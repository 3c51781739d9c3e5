import { phoneToEdit } from '@hikmah/contract/phone'
import type { CurrentUser } from '@hikmah/contract/sign-in/schemas'
import type { UseFormReturnType } from '@mantine/form'

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
