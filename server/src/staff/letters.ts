import { consolePaths } from '@hikmah/contract/console-paths'
import { roleLabels, type StaffRole } from '@hikmah/contract/permissions'
import { layOut, validFor } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

interface Recipient {
  userName: string
  firstName: string
}

const ASK = 'If you did not expect this, contact a console owner right away.'

/** The code that the new member tells the one who invited them. Its body is wiped once sent. */
export const verificationLetter = (to: Recipient, code: string, inviter: string, goodForS: number): Letter => ({
  kind: 'staff-code',
  to: to.userName,
  subject: 'Your verification code for the Hikmah Console',
  secret: true,
  goodForS,
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs: [
      `${inviter} is adding you to the team of the Hikmah Console. Tell them this code, so that they can verify your e-mail address. It is ${validFor(goodForS)}.`,
    ],
    code,
    closing: 'If you do not know this person, do not share the code with anybody.',
  }),
})

/** Names the inviter, and says that somebody else knows the password. */
export const staffWelcomeLetter = (to: Recipient, role: StaffRole, inviter: string, publicUrl: string): Letter => ({
  kind: 'staff-welcome',
  to: to.userName,
  subject: 'You were invited to the Hikmah Console',
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs: [
      `${inviter} invited you to the Hikmah Console as ${roleLabels[role]}. You will receive a code in a separate e-mail. Share it with them to verify your e-mail address; then you can sign in with it.`,
      `${inviter} also chose your first password and will tell it to you. Change it after you have signed in, so that nobody but you knows it.`,
    ],
    action: { label: 'Open the console', url: publicUrl + consolePaths.signIn },
    closing: 'If you do not know this person, no action is needed.',
  }),
})

export const resetCodeLetter = (to: Recipient, code: string, owner: string, goodForS: number): Letter => ({
  kind: 'password-reset-code',
  to: to.userName,
  subject: 'Your password reset code for the Hikmah Console',
  secret: true,
  goodForS,
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs: [
      `${owner} wants to set a new password for you. If you asked for that, tell them this code. It is ${validFor(goodForS)}.`,
    ],
    code,
    closing: 'If you did not ask for it, do not share the code with anybody.',
  }),
})

const notice = (to: Recipient, subject: string, paragraphs: string[]): Letter => ({
  kind: 'security-notice',
  to: to.userName,
  subject,
  ...layOut({ greeting: `Salam ${to.firstName},`, paragraphs, closing: ASK }),
})

export const passwordResetLetter = (to: Recipient, owner: string): Letter =>
  notice(to, 'Your password for the Hikmah Console was reset', [
    `${owner} set a new password for you. All your sessions were ended.`,
    'Sign in with the password they tell you and change it, so that nobody but you knows it.',
  ])

export const accessChangedLetter = (to: Recipient, role: StaffRole, access: string, by: string): Letter =>
  notice(to, 'Your access to the Hikmah Console changed', [
    access === 'active'
      ? `${by} changed your access. You are ${roleLabels[role]} now. All your sessions were ended: sign in again.`
      : `${by} revoked your access. All your sessions were ended.`,
  ])

export const sessionsEndedLetter = (to: Recipient, by: string): Letter =>
  notice(to, 'You were signed out of the Hikmah Console', [
    `${by} ended all your sessions, on every device. You can sign in again.`,
  ])
