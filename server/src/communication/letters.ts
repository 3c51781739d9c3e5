import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

interface Asked {
  /** As `demo request`. */
  what: string
  person: string
  email: string
  createdAt: Date
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The words of staff, as written, to whoever asked. An answer to it goes to the sender of all our mails. */
export const replyLetter = ({ what, person, email, createdAt }: Asked, author: string, words: string): Letter => ({
  kind: 'reply',
  to: email,
  subject: `About your ${what}`,
  ...layOut({
    greeting: `Salam ${person},`,
    paragraphs: [`Thank you for your ${what} of ${longDate.format(createdAt)}. Here is what we can say to it.`],
    quotes: [{ title: `${author} writes`, text: words }],
    closing: 'If you have a question, answer this mail.',
  }),
})
