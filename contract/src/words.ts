export const CONSOLE_NAME = 'Hikmah Console'

/** For a failed call without a message. The space at the end is the customer's. */
export const DEFAULT_ERROR = 'Something is wrong please try again! '
export const REQUIRED = 'Required'
export const EMPTY_FILE = 'The file is empty'
export const CHOOSE_A_FILE = 'Choose a file'
export const INVITE_SENT = 'Invite sent successfully!'
export const AT_LEAST_ONE = 'At least 1'
/** Nothing here is older. A half-typed year, such as 26, is in the first century. */
export const EARLIEST_DAY = '2000-01-01'
export const dayProblem = (day: string) => (day < EARLIEST_DAY ? 'Choose a date from 2000 on' : undefined)
export const ENTER_CODE = 'Enter the 6-digit code'
export const INVALID_EMAIL = 'Enter valid email address'

const seen = new Intl.Segmenter()

/** Characters as people see them, up to `most`: an emoji of four code points is one. */
export const lengthOf = (text: string, most = text.length) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ASCII is
  if (/^[\u0000-\u007f]*$/.test(text)) return text.length
  let length = 0
  for (const _ of seen.segment(text)) {
    if (length > most) break
    length += 1
  }
  return length
}

export const MAX_UNITS_SEEN = 16
/** Spaces and line ends of a pasted text. */
export const MAX_SPACE_AROUND = 1000
/** One character may be any number of code points; this bounds them too. */
export const isWithin = (text: string, max: number) => text.length <= max * MAX_UNITS_SEEN && lengthOf(text, max) <= max

/** The rule of the seeds: 8 characters with a lower-case letter, an upper-case letter and a digit. */
export const PASSWORD_RULE = 'At least 8 characters with a lower-case letter, an upper-case letter and a digit'

/** Everybody can read them in the API's documents, so nobody may use them. */
export const EXAMPLE_PASSWORDS = { current: 'Blue-Lantern-47', next: 'Green-Minaret-58' }

export const isGoodPassword = (text: string) =>
  text.length >= 8 && text.length <= 256 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

export const PAGE_SIZES = [10, 25, 50, 100] as const

export const START_DATE = 'Start Date'
export const END_BEFORE_START = 'The end must not be before the start'
export const EIN_INVALID = 'Enter 9 digits, such as 12-3456789'
export const SOCIAL_SECURITY = 'This looks like a social security number. Enter the EIN of the organization'

export interface PersonName {
  firstName: string
  lastName: string
}

/** For a whole name, and so for each of its parts. */
export const MAX_NAME = 100

export const fullName = ({ firstName, lastName }: PersonName) => `${firstName} ${lastName}`.trim()

/** The first word is firstName, all the rest lastName. */
export function splitName(name: string): PersonName {
  const [firstName = '', ...rest] = name.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]]

/** `orgAddress` for `orgAddress.city`. */
export type RootOf<Path> = Path extends `${infer Root}.${string}` ? Root : Path

/** Without the undefined of an optional value; never where the row has no such path. */
export type ValueAt<Row, Path> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Row
    ? ValueAt<NonNullable<Row[Head]>, Rest>
    : never
  : Path extends keyof Row
    ? Exclude<Row[Path], undefined>
    : never

type Row = Record<string, unknown>

export const getPath = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row)

export function setPath(row: Row, path: string, value: unknown): Row {
  const [head = '', ...rest] = path.split('.')
  return { ...row, [head]: rest.length > 0 ? setPath((row[head] ?? {}) as Row, rest.join('.'), value) : value }
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** Nov 9, 2026, of a day such as 2026-11-09. */
export const dayText = (date: string) => day.format(new Date(date))
