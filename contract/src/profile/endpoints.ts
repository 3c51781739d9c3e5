import { z } from 'zod'
import { NewPassword } from '../common.ts'
import { Email } from '../email.ts'
import { describeEndpoints } from '../endpoint.ts'
import { CurrentUser, ProvedPassword } from '../sign-in/schemas.ts'
import { TAX_PAPERS_SUBMITTED } from '../tax-verification/papers.ts'
import { EXAMPLE_PASSWORDS, keysOf, REQUIRED } from '../words.ts'
import { ProfileEdit } from './schemas.ts'

export const PROFILE_UPDATED = 'Profile Updated Successfully!'

/** Without the exclamation mark that the reset has (X5). */
export const PASSWORD_CHANGED = 'Password changed successfully'

export const noticeTopicLabels = {
  'tax-papers': TAX_PAPERS_SUBMITTED,
  'irs-changes': 'Record of an approved organization changed',
  'against-record': 'Decisions against the record',
  disputes: 'Disputed payments',
  'failed-renewals': 'Failed renewals',
  'payment-methods': 'Payment methods lost or expired',
  'demo-requests': 'New demo requests',
  'contact-inquiries': 'New contact inquiries',
  'accepted-invites': 'Invites accepted',
}
export const noticeTopics = keysOf(noticeTopicLabels)

/** Each: a mail at once. Daily: one mail a day with all of them. */
export const noticeChoices = ['each', 'daily', 'off'] as const

export const NoticeTopic = z.enum(noticeTopics)
export type NoticeTopic = z.infer<typeof NoticeTopic>

export const NoticeChoice = z.enum(noticeChoices)
export type NoticeChoice = z.infer<typeof NoticeChoice>

export const Preferences = z.record(NoticeTopic, NoticeChoice)
export type Preferences = z.infer<typeof Preferences>

export const DEFAULT_NOTICE: NoticeChoice = 'daily'

export const profile = describeEndpoints('Profile', {
  updateProfile: {
    call: 'PUT /hikmah/auth/updateProfile/:id',
    summary: 'Update a profile',
    description: "One's own; an owner may also update that of a console team member who is not an owner.",
    refusals: { 403: 'FORBIDDEN: the profile of somebody else' },
    example: { body: { name: { firstName: 'Yusuf', lastName: 'Ali' }, phoneNo: '+1 510-555-0142', version: 2 } },
    allow: 'session.own',
    body: ProfileEdit,
    response: CurrentUser,
    conflict: CurrentUser,
    message: PROFILE_UPDATED,
  },
  changePassword: {
    call: 'POST /hikmah/auth/changePassword',
    keyless: true,
    summary: 'Change a password',
    description:
      'Without a token, as the old password proves the person, under the same limits as signing in. All sessions of the person end and none is opened. A live token, if one is sent, must belong to `userName`; an expired one is ignored. With REQUIRE_TOKEN_FOR_CHANGE a live token is mandatory.',
    refusals: {
      401: 'UNAUTHENTICATED: the old password is wrong',
      403: 'FORBIDDEN: the token belongs to somebody else',
    },
    example: {
      body: {
        userName: 'yusuf@hikmah.example',
        oldPassword: EXAMPLE_PASSWORDS.current,
        newPassword: EXAMPLE_PASSWORDS.next,
      },
    },
    allow: 'public',
    body: z.object({
      userName: Email,
      oldPassword: ProvedPassword.min(1, REQUIRED),
      newPassword: NewPassword,
    }),
    message: PASSWORD_CHANGED,
  },
  readPreferences: {
    call: 'GET /hikmah/auth/preferences',
    summary: 'Get the notification preferences',
    allow: 'session.own',
    response: Preferences,
  },
  updatePreferences: {
    call: 'PUT /hikmah/auth/preferences',
    summary: 'Update the notification preferences',
    description: 'A topic that is not sent stays as it is.',
    example: { body: { 'tax-papers': 'each', 'demo-requests': 'daily', 'contact-inquiries': 'off' } },
    allow: 'session.own',
    body: z.partialRecord(NoticeTopic, NoticeChoice),
    response: Preferences,
  },
})
