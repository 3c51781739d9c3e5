import { layOut, validFor } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

/** The one-time code. Its body is wiped once sent. */
export function codeLetter(to: string, code: string, goodForS: number): Letter {
  return {
    kind: 'sign-in-code',
    to,
    subject: 'Your sign-in code for the Hikmah Console',
    secret: true,
    goodForS,
    ...layOut({
      greeting: 'Salam,',
      paragraphs: [`Enter this code to finish signing in. It is ${validFor(goodForS)}.`],
      code,
      closing: 'If you did not try to sign in, change your password: someone else may know it.',
    }),
  }
}

export const theftLetter = (to: string): Letter => ({
  kind: 'security-notice',
  to,
  subject: 'We ended your sessions on the Hikmah Console',
  ...layOut({
    greeting: 'Salam,',
    paragraphs: [
      'A saved sign-in for your account was used twice, which can mean that someone copied it. To be safe, we ended all your sessions.',
      'Sign in again with your password. Unless you copied your browser profile yourself, change your password too.',
    ],
  }),
})
