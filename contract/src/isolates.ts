// Apart from the other words, so that the public pages load none of it.

const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Keeps the direction of a name or number and leaves that of the sentence alone (Unicode UAX #9, isolates). */
export const isolated = (text: string) => `\u2068${text.replace(DIRECTION_MARKS, '')}\u2069`

/** In English only right-to-left text needs it. */
export const isolatedInEnglish = (text: string) => (RIGHT_TO_LEFT.test(text) ? isolated(text) : text)
