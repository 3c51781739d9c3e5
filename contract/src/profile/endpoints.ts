import { z } from 'zod'
import { Email, NewPassword } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { CurrentUser, ProvedPassword } from '../sign-in/schemas.ts'
import { EXAMPLE_PASSWORDS, REQUIRED } from '../words.ts'
import { NoticeChoice, NoticeTopic, Preferences, ProfileEdit } from './schemas.ts'
import { PASSWORD_CHANGED, PROFILE_UPDATED } from './words.ts'

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
