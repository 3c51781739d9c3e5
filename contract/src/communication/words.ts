/* What demo requests and contact inquiries share (second seed, sections 2 to 5). */

export const DEFAULT_ASSIGNEE = 'DC Admin'
export const MAX_NOTE = 100

/** How a stream is written on the screen. */
export const streamName = (stream: string): string => (stream === 'DCWEBSITE' ? 'DC WEBSITE' : stream)
const shortCodes: Record<string, string> = { deenkiosk: 'DK', deenscreen: 'DS', deenfund: 'DF', deenweb: 'DW' }

/** DK, DS, DF, DW, and DC for any other application. */
export const applicationCode = (application: string): string => {
  const name = application.trim().toLowerCase()
  return Object.hasOwn(shortCodes, name) ? shortCodes[name]! : 'DC'
}

/** Hidden from people in the form, so only a bot fills it in. The answer is the same. */
export const HONEYPOT = 'website'
export const RECEIVED = 'Thank you, we will be in touch'

/** What is set in an answer to a request or inquiry, each with its one name on every screen. */
export const respondFields = {
  status: 'Status',
  assignee: 'Assignee',
  date: 'Scheduled date',
  time: 'Scheduled time',
} as const
