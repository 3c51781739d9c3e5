import { z } from 'zod'
import { Address } from '../addresses.ts'
import { BoundedText, Id, Text, Timestamp } from '../common.ts'
import { Email } from '../email.ts'
import { Permission, StaffRole } from '../roles.ts'

/** A password as it is proved, not as it is chosen: no rule, only a bound on the work of hashing it. */
export const ProvedPassword = BoundedText(1024)

/** Of the caller's clock, for the hour of the daily digest. One that the server does not know is ignored. */
export const OwnZone = Text(64).optional().default('')

export const Credentials = z.object({
  userName: Email,
  password: ProvedPassword.min(1, 'Required'),
  checked: z.boolean().optional().default(false),
})

/** B-33: console staff carry one role entry. */
export const StaffRoleEntry = z.object({ application: z.literal('HIKMAH'), roles: StaffRole })

export const CurrentUser = z.object({
  _id: Id,
  userName: z.string(),
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  role: z.array(StaffRoleEntry),
  access: z.enum(['active', 'revoked']),
  imageDetails: z.object({ image: z.string() }),
  phoneNo: z.string(),
  address: Address,
  /** The console hides and disables by these; the server enforces them. */
  permissions: z.array(Permission),
  /** Somebody else chose the password; a banner asks to change it. */
  passwordSetByOther: z.boolean(),
  /** Of the profile, the role and the access. */
  version: z.int(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** `token` is a signed `{sid, exp}`: `exp` in epoch seconds. It goes into the header `token`. */
export const SignedIn = CurrentUser.extend({ token: z.string() })

export const Session = z.object({
  _id: Id,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  ip: z.string(),
  browser: z.string(),
  operatingSystem: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>
