import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

interface Recipient {
  userName: string
  firstName: string
}

const notice = (to: Recipient, subject: string, paragraphs: string[]): Letter => ({
  kind: 'security-notice',
  to: to.userName,
  subject,
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs,
    closing:
      'If this was not you, ask an owner of the console at once to reset your password: someone else may know it.',
  }),
})

export const passwordChangedLetter = (to: Recipient): Letter =>
  notice(to, 'Your password for the Hikmah Console was changed', [
    'Your password was changed by somebody who entered the old one. All your sessions were ended: sign in again with the new password.',
  ])

/** The old password was right and nothing was changed: guessing passwords this way must not go unnoticed. */
export const changeRefusedLetter = (to: Recipient): Letter =>
  notice(to, 'A password change was rejected', [
    'Somebody entered your correct password to change it, but the new one was too easy to guess. Nothing was changed.',
  ])
