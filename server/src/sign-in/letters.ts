import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

/** The one-time code. Its body is wiped once sent. */
export function codeLetter(to: string, code: string, goodForS: number): Letter {
  const minutes = Math.max(1, Math.round(goodForS / 60))
  return {
    kind: 'sign-in-code',
    to,
    subject: 'Your sign-in code for the Hikmah Console',
    secret: true,
    goodForS,
    ...layOut({
      greeting: 'Salam,',
      paragraphs: [`Enter this code to finish signing in. It is good for ${minutes} minutes and for one use.`],
      code,
      closing: 'If you did not try to sign in, change your password: somebody knows it.',
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
      'A remembered sign-in of yours was used a second time, which happens when somebody has copied it. To be safe we ended all your sessions.',
      'Sign in again with your password. Unless you copied your browser profile yourself, change your password too.',
    ],
  }),
})
