/** Shown when a failed call has no message of its own. The space at the end is the customer's. */
export const DEFAULT_ERROR = 'Something is wrong please try again! '
export const REQUIRED = 'Required'
export const INVALID_EMAIL = 'Enter valid email address'

/** Control characters and bidirectional overrides can disguise one text as another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
const HOSTILE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u
export const isWellFormed = (text: string) => text.isWellFormed() && !HOSTILE.test(text)

/** Whether it is one line, without a break or a tab in it. */
export const isOneLine = (text: string) => !/[\r\n\t\u2028\u2029]/.test(text)

/** Characters as people count them: code points. */
export const lengthOf = (text: string) => [...text].length
export const HIDDEN = 'Remove the hidden or control characters'

/** The rule of the seeds: 8 characters with a lower-case letter, an upper-case letter and a digit. */
export const PASSWORD_RULE = 'At least 8 characters with a lower-case letter, an upper-case letter and a digit'

export const isGoodPassword = (text: string) =>
  text.length >= 8 && text.length <= 256 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

/** 10 rows unless asked; a page is at most 100. */
export const PAGE_SIZES = [10, 25, 50, 100] as const
