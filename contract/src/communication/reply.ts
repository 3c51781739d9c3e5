interface Reply {
  /** Such as `demo request`. */
  what: string
  /** The sender, and the time of the message. */
  person: string
  createdAt: Date
  /** The member of staff who replies, and the reply. */
  author: string
  words: string
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The mail with an answer of staff, which is sent by the server and shown by the console before. */
export const replyText = ({ what, person, createdAt, author, words }: Reply) => ({
  subject: `About your ${what}`,
  greeting: `Salam ${person},`,
  paragraphs: [`Thank you for your ${what} of ${longDate.format(createdAt)}. Here is our answer.`],
  quotes: [{ title: `${author} writes`, text: words }],
  closing: 'Replies to this e-mail are not monitored. If you have a question, write to us through our website.',
})
