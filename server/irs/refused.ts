/** Why an IRS file is refused. The text says where, what is wrong, and what to do. */
export class Refused extends Error {
  constructor(text: string) {
    super(shown(text))
  }
}

export const refusedAt = (file: string, line: number, reason: string) => new Refused(`${file}, line ${line}: ${reason}`)

/** Whether a text of a file may be shown as it is. */
export const isShown = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) || !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Text from a file is shown on pages and terminals, which a control character could manipulate. */
export const shown = (text: string) =>
  isShown(text) ? text : [...text].map((sign) => (isShown(sign) ? sign : '\ufffd')).join('')
