import type { RegistryKind } from '@hikmah/contract/irs-registry/words'
import type { Input } from './input.ts'
import { isShown } from './refused.ts'

/** A line of a file, as it goes into the table: its values in the order of `columns`. */
export type Values = (string | null | string[])[]

/** Of a line either its values or what is wrong with it. */
export type Line = { line: number; values: Values } | { line: number; problem: string }

export interface Format {
  kind: RegistryKind
  table: string
  columns: string[]
  /** The lines as they come, with bounded memory. `onBytes` is called with the number of bytes read. */
  linesOf(input: Input, onBytes: (bytes: number) => void): AsyncIterable<Line[]>
}

const BY_SPREADSHEET =
  'It looks as if a spreadsheet saved this file, which drops leading zeros. Import the file as the IRS publishes it.'

/** One mark of a spreadsheet is enough to refuse a file: what it dropped elsewhere cannot be seen. */
export class Mangled extends Error {
  constructor(problem: string) {
    super(`${problem}. ${BY_SPREADSHEET}`)
  }
}

const quoted = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`

/** The longest names of the IRS have 70 characters. */
const MAX_TEXT = 200

/** What is wrong with a name or a place, or undefined. */
export function textProblemOf(name: string, text: string): string | undefined {
  if (text.length > MAX_TEXT) return `${name} ${quoted(text)} has more than ${MAX_TEXT} characters`
  return isShown(text) ? undefined : `${name} ${quoted(text)} has hidden or control characters`
}

const whole = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digits) => new RegExp(`^\\d{${digits}}$`))
const isWhole = (text: string, digits: number) => whole[digits - 1]!.test(text)

/** A number that came in fewer digits than it has, or as 1.23E+08, was a number to somebody. */
export function assertDigits(name: string, text: string, digits: number) {
  if (/^\d+$/.test(text) && text.length < digits)
    throw new Mangled(`${name} ${quoted(text)} has fewer than ${digits} digits`)
  if (/^\d[\d.,]*E\+?\d+$/i.test(text) || /^\d+\.0+$/.test(text))
    throw new Mangled(`${name} ${quoted(text)} is not a code`)
}

/** What is wrong with a code that has so many digits, or undefined. It may be left out unless it is `isNeeded`. */
export function problemOf(name: string, text: string, digits: number, isNeeded = false): string | undefined {
  if (isWhole(text, digits) || (text === '' && !isNeeded)) return undefined
  assertDigits(name, text, digits)
  return `${name} ${quoted(text)} is not ${digits} digits`
}
