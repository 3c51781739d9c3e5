const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A name or a number that keeps its own direction and leaves that of the sentence alone (Unicode UAX #9, isolates). */
export const isolated = (text: string) => FIRST_STRONG_ISOLATE + text.replace(MARKS, '') + POP_ISOLATE

/** The same in a sentence from left to right, where only what is written the other way needs it. */
export const isolatedInEnglish = (text: string) => (RIGHT_TO_LEFT.test(text) ? isolated(text) : text)

/** Isolates as HTML has them; the text is escaped already. */
export const bdiOf = (html: string) => html.replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')
