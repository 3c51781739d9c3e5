import { z } from 'zod'
import { AddressEdit } from '../addresses.ts'
import { Id, RequiredText, Text } from '../common.ts'
import { MediaUrl } from '../media.ts'
import { OptionalPhone } from '../phone.ts'
import type { ProfileField } from '../staff.ts'
import type { RootOf } from '../words.ts'

/** A field that is not sent stays as it is. The email, the role and the access cannot change here. */
export const ProfileEdit = z.object({
  /** When sent, the id in the address. */
  _id: Id.optional(),
  name: z.object({ firstName: RequiredText(50), lastName: Text(50).optional() }).optional(),
  phoneNo: OptionalPhone.optional(),
  address: AddressEdit.optional(),
  imageDetails: z.object({ image: MediaUrl }).optional(),
  /** Of the profile that was edited: refused with 409 when somebody has saved since. */
  version: z.int().optional(),
} satisfies Record<RootOf<ProfileField> | '_id' | 'version', z.ZodType>)
