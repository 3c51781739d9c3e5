/** What a canned reply may leave to be filled in, such as {name}. */
export const replyFields = {
  name: 'who asked',
  organization: 'their organization',
  date: 'the day of the demo',
  time: 'its time',
  me: 'your name',
} as const
type ReplyField = keyof typeof replyFields

export const MAX_REPLY_TITLE = 60
/** All of them are read at once. */
export const MAX_CANNED_REPLIES = 200
export const TOO_MANY_REPLIES = `There are ${MAX_CANNED_REPLIES} replies already. Delete one first.`
export const TITLE_TAKEN = 'Another reply has this title'

const FIELD = new RegExp(`\\{(${Object.keys(replyFields).join('|')})\\}`, 'g')

/** What is not known stays in its braces. */
export const fillReply = (text: string, values: Partial<Record<ReplyField, string>>): string =>
  text.replace(FIELD, (field, name: ReplyField) => values[name] || field)

/** Why an answer cannot be mailed; nothing when it may be. */
export function whyNotSend(answer: string): string | undefined {
  const [open] = answer.match(FIELD) ?? []
  return open && `Write something in place of ${open}`
}
