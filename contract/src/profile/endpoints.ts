import { z } from 'zod'
import { Email, Id, NewPassword, Nothing } from '../common.ts'
import { describeEndpoints } from '../endpoint.ts'
import { CurrentUser } from '../sign-in/schemas.ts'
import { paths } from './calls.ts'
import { NoticeChoice, NoticeTopic, Preferences, ProfileEdit } from './schemas.ts'
import { PASSWORD_CHANGED, PROFILE_UPDATED } from './words.ts'

export const profile = describeEndpoints(paths, {
  /** One's own; an owner may change the profile of somebody who is not an owner. */
  updateProfile: {
    allow: 'session.own',
    params: z.object({ id: Id }),
    body: ProfileEdit,
    response: CurrentUser,
    message: PROFILE_UPDATED,
  },
  /**
   * No token, as the seeds say: the old password proves the person, under the same limits as signing in. Never answers
   * a session; ends all of them. A live token that is sent must belong to `userName` (403); one that has expired counts
   * as none. REQUIRE_TOKEN_FOR_CHANGE asks for a live one (401).
   */
  changePassword: {
    allow: 'public',
    body: z.object({
      userName: Email,
      oldPassword: z.string().min(1, 'Required').max(1024, 'At most 1024 characters'),
      newPassword: NewPassword,
    }),
    response: Nothing,
    message: PASSWORD_CHANGED,
  },
  readPreferences: {
    allow: 'session.own',
    response: Preferences,
  },
  /** A topic that is not sent stays as it is. */
  updatePreferences: {
    allow: 'session.own',
    body: z.partialRecord(NoticeTopic, NoticeChoice),
    response: Preferences,
  },
})
