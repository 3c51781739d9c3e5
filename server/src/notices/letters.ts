import type { NoticeTopic } from '@hikmah/contract/profile/schemas'
import { noticeTopicLabels } from '@hikmah/contract/profile/words'
import { layOut } from '../kit/mail/letter.ts'
import type { Letter } from '../kit/mail/post.ts'

const CHOICE = 'Choose what you are notified of, and how often, under Preferences in your profile.'
/** A letter of thousands of lines is not read; the console shows them all. */
const MAX_LINES = 100

export const noticeLetter = (
  to: { userName: string; firstName: string },
  { subject, line, path }: { subject: string; line: string; path: string },
  publicUrl: string,
): Letter => ({
  kind: 'notice',
  to: to.userName,
  subject,
  ...layOut({
    greeting: `Salam ${to.firstName},`,
    paragraphs: [line],
    action: { label: 'Open it in the console', url: `${publicUrl}${path}` },
    closing: CHOICE,
  }),
})

interface Noticed {
  topic: NoticeTopic
  line: string
  path: string
}

/** One letter with everything since the last one, by topic, oldest first. */
export function digestLetter(
  to: { userName: string; firstName: string },
  notices: Noticed[],
  publicUrl: string,
): Letter {
  const count = notices.length === 1 ? '1 notification' : `${notices.length} notifications`
  const shown = notices.slice(0, MAX_LINES)
  const quotes = [...new Set(shown.map(({ topic }) => topic))].map((topic) => ({
    title: noticeTopicLabels[topic],
    text: shown
      .filter((notice) => notice.topic === topic)
      .map(({ line, path }) => `${line}\n${publicUrl}${path}`)
      .join('\n\n'),
  }))
  const others = notices.length - shown.length
  return {
    kind: 'digest',
    to: to.userName,
    subject: `${count} from the Hikmah Console`,
    ...layOut({
      greeting: `Salam ${to.firstName},`,
      paragraphs: [
        `Here is what happened since your last daily digest.${others > 0 ? ` ${others} more are in the console.` : ''}`,
      ],
      quotes,
      closing: CHOICE,
    }),
  }
}
