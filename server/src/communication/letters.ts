import { replyText } from '@hikmah/contract/communication'
import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

interface LetterSubject {
  /** Such as `demo request`. */
  what: string
  person: string
}

/** A member of staff's reply, as written, to the visitor. */
export function replyLetter(about: LetterSubject & { email: string }, author: string, words: string): Letter {
  const { subject, ...text } = replyText({ ...about, author, words })
  return { kind: 'reply', to: about.email, subject, ...layOut(text) }
}

interface Assignment extends LetterSubject {
  status: string
  /** The note, if any. */
  words: string
  /** In the console. */
  url: string
}

/** Tells a member of staff what somebody else gave them to do. */
export const assignedLetter = (
  to: { userName: string; firstName: string },
  author: string,
  { what, person, status, words, url }: Assignment,
): Letter => ({
  kind: 'notice',
  to: to.userName,
  subject: `Assigned to you: the ${what} from ${person}`,
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs: [`${author} assigned the ${what} from ${person} to you. Its status is ${status}.`],
    quotes: words === '' ? [] : [{ title: `${author} noted`, text: words }],
    action: { label: 'Open it in the console', url },
  }),
})
