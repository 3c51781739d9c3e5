import { keysOf } from '../words.ts'

export const PROFILE_UPDATED = 'Profile Updated Successfully!'

/** Without the exclamation mark that the reset has (X5). */
export const PASSWORD_CHANGED = 'Password changed successfully'

export const noticeTopicLabels = {
  'tax-papers': 'Tax documents submitted',
  'irs-changes': 'IRS record of an approved organization changed',
  'demo-requests': 'New demo requests',
  'contact-inquiries': 'New contact inquiries',
  'accepted-invites': 'Invites accepted',
}
export const noticeTopics = keysOf(noticeTopicLabels)

/** Each: a mail at once. Daily: one mail a day with all of them. */
export const noticeChoices = ['each', 'daily', 'off'] as const
export const DEFAULT_NOTICE: (typeof noticeChoices)[number] = 'daily'
