interface Reply {
  /** Such as `demo request`. */
  what: string
  /** The sender. */
  person: string
  /** The member of staff who replies, and the reply. */
  author: string
  words: string
}

/**
 * The mail with an answer of staff, which is sent by the server and shown by the console before. Without the day of the
 * message: it may be another one where the reader is.
 */
export const replyText = ({ what, person, author, words }: Reply) => ({
  subject: `About your ${what}`,
  greeting: `Salam ${person},`,
  paragraphs: [`Thank you for your ${what}. Here is our answer.`],
  quotes: [{ title: `${author} writes`, text: words }],
  closing: 'Replies to this e-mail are not monitored. If you have a question, write to us through our website.',
})
