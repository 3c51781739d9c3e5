import { z } from 'zod'
import { Email, Id, NewPassword, Nothing, RequiredText, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { OptionalPhone } from './phone.ts'
import { CurrentUser } from './sign-in.ts'
import { stateCode } from './us-states.ts'

export const PROFILE_UPDATED = 'Profile Updated Successfully!'
/** Without the exclamation mark that the reset has (X5). */
export const PASSWORD_CHANGED = 'Password changed successfully'

/** An image of our own media library, or nothing. */
const OwnImage = z
  .string()
  .regex(/^(\/api\/media\/[0-9a-f-]{36}\/file)?$/, 'Upload the image, addresses are not accepted')

/** A field that is not sent stays as it is. The e-mail, the role and the access cannot change here. */
export const ProfileEdit = z.object({
  /** When sent, the id in the address. */
  _id: Id.optional(),
  name: z.object({ firstName: RequiredText(50), lastName: Text(50).optional().default('') }).optional(),
  phoneNo: OptionalPhone.optional(),
  address: z
    .object({
      line1: Text(100),
      line2: Text(50),
      city: Text(50),
      state: Text(50).transform(stateCode),
      postalCode: Text(10),
      country: Text(56),
    })
    .partial()
    .optional(),
  imageDetails: z.object({ image: OwnImage }).optional(),
})

/** What staff can be told of by mail. */
export const NoticeTopic = z.enum(['tax-papers', 'demo-requests', 'contact-inquiries', 'accepted-invites'])
export type NoticeTopic = z.infer<typeof NoticeTopic>
export const noticeTopicLabels: Record<NoticeTopic, string> = {
  'tax-papers': 'Tax papers submitted',
  'demo-requests': 'New demo requests',
  'contact-inquiries': 'New contact inquiries',
  'accepted-invites': 'Invites accepted',
}
/** Each: a mail at once. Daily: one mail a day with all of them. */
export const NoticeChoice = z.enum(['each', 'daily', 'off'])
export type NoticeChoice = z.infer<typeof NoticeChoice>
export const DEFAULT_NOTICE: NoticeChoice = 'daily'

export const Preferences = z.record(NoticeTopic, NoticeChoice)
export type Preferences = z.infer<typeof Preferences>

export const profile = {
  /** One's own; an owner may change the profile of somebody who is not an owner. */
  updateProfile: endpoint({
    method: 'PUT',
    path: '/hikmah/auth/updateProfile/:id',
    allow: 'session.own',
    params: z.object({ id: Id }),
    body: ProfileEdit,
    response: CurrentUser,
  }),
  /**
   * No token, as the seeds say: the old password proves the person, under the same limits as signing in. Never answers
   * a session; ends all of them. A live token that is sent must belong to `userName` (403); one that has expired counts
   * as none. REQUIRE_TOKEN_FOR_CHANGE asks for a live one (401).
   */
  changePassword: endpoint({
    method: 'POST',
    path: '/hikmah/auth/changePassword',
    allow: 'public',
    body: z.object({
      userName: Email,
      oldPassword: z.string().min(1, 'Required').max(1024, 'At most 1024 characters'),
      newPassword: NewPassword,
    }),
    response: Nothing,
  }),
  readPreferences: endpoint({
    method: 'GET',
    path: '/hikmah/auth/preferences',
    allow: 'session.own',
    response: Preferences,
  }),
  /** A topic that is not sent stays as it is. */
  updatePreferences: endpoint({
    method: 'PUT',
    path: '/hikmah/auth/preferences',
    allow: 'session.own',
    body: z.partialRecord(NoticeTopic, NoticeChoice),
    response: Preferences,
  }),
}
