import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'
import {
  dayProblem,
  EIN_INVALID,
  ENTER_CODE,
  HIDDEN,
  INVALID_EMAIL,
  isGoodPassword,
  isOneLine,
  isWellFormed,
  isWithin,
  looksEmpty,
  MAX_UNITS_SEEN,
  PASSWORD_RULE,
  REQUIRED,
  splitName,
} from './words.ts'

/** Asked of Intl itself: its list of zones lacks the other names, as Asia/Kolkata, that browsers send. */
function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/** What is said of a value that is not valid; one that is missing is required. */
const unless = (words: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? REQUIRED : words),
})

const tooLong = (max: number) => `At most ${max} characters`

/**
 * A text of at most `units` (UTF-16). Every text that is taken begins here: of a longer one nothing else is asked, for
 * folding it or comparing it with a pattern would take its time from everybody.
 */
const takeAtMost = (units: number, words: string, type = {}) =>
  z.string(type).refine((text) => text.length <= units, { error: words, abort: true })

/** Spaces and line ends that come along when a text is pasted. */
const MAX_SPACE_AROUND = 1000

/** A text of which the units count, as it is kept or compared and never read by people. */
export const BoundedText = (max: number, words = tooLong(max), type = {}) =>
  takeAtMost(max, words, type).meta({ maxLength: max })

export const TimeZone = BoundedText(64).refine(isTimeZone, 'Not a time zone')

/** One of a fixed form, such as an id of the payment provider. */
export const PatternText = (max: number, pattern: RegExp, words: string) =>
  BoundedText(max, words).regex(pattern, words)

/** One that may come with spaces around it. */
export const TrimmedText = (max: number, words: string) =>
  takeAtMost(max + MAX_SPACE_AROUND, words)
    .trim()
    .max(max, words)

const NOT_AN_ID = 'This is not a valid id'
/** Lower case, as ids are kept. */
export const Id = BoundedText(36, NOT_AN_ID, unless(NOT_AN_ID))
  .check(z.uuid(unless(NOT_AN_ID)))
  .toLowerCase()

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime()

const ENTER_MOMENT = 'Enter a date and time'
/** With more digits of a second than any clock counts. */
const MOMENT_UNITS = 64
/** A moment to filter by, from the year 1 on: the calendar of the database knows no year 0. */
export const Moment = BoundedText(MOMENT_UNITS, ENTER_MOMENT)
  .check(z.iso.datetime())
  .refine((text) => !text.startsWith('0000'), ENTER_MOMENT)

/** The same with a clock of any place: an hour of the first or the last year may lie in another one in UTC. */
export const AnyMoment = BoundedText(MOMENT_UNITS, ENTER_MOMENT)
  .check(z.iso.datetime({ offset: true }))
  .refine((text) => /^(?!0000)\d{4}-/.test(isoOf(text)), ENTER_MOMENT)

const ENTER_DAY = 'Enter a date'
/** A day to keep, YYYY-MM-DD, from `EARLIEST_DAY` on. */
export const Day = BoundedText(10, ENTER_DAY, unless(ENTER_DAY))
  .check(z.iso.date(ENTER_DAY))
  .refine((day) => !dayProblem(day), { error: ({ input }) => dayProblem(String(input)) })

export const Version = z.int().min(1)

const isoOf = (text: string) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

/**
 * No letter of any script carries more than 30 marks (Stream-Safe Text Format, UAX #15), and putting a long row of them in
 * order takes the square of its length. Asked before a text is normalized, once from the beginning of each row.
 */
const isStreamSafe = (text: string) => !/(?:^|\P{M})\p{M}{31}/u.test(text)
const TOO_MANY_MARKS = 'Use at most 30 accents or vowel marks on one letter'
/** As a check of a text whose length is known. */
export const streamSafe = z.refine<string>(isStreamSafe, { error: TOO_MANY_MARKS, abort: true })

/** Several lines of plain text, at most `max` characters as people see them. May be empty, but not only look so. */
export const LongText = (max: number) =>
  takeAtMost(max * MAX_UNITS_SEEN + MAX_SPACE_AROUND, tooLong(max))
    .meta({ description: tooLong(max) })
    .check(streamSafe)
    .normalize()
    .trim()
    .refine((text) => !looksEmpty(text), HIDDEN)
    .refine(isWellFormed, HIDDEN)
    .refine((text) => isWithin(text, max), tooLong(max))

/** One line of plain text, at most `max` characters as people see them. May be empty. */
export const Text = (max: number) => LongText(max).refine(isOneLine, HIDDEN)

/** One line that must not be empty. */
export const RequiredText = (max: number) => Text(max).refine((text) => text !== '', REQUIRED)
export const Email = TrimmedText(254, INVALID_EMAIL).toLowerCase().min(1, REQUIRED).pipe(z.email(INVALID_EMAIL))

/** The rules of a form about a person, which has one field for both names; `Names` is the schema of the two. */
export const personRules = (Names: z.ZodType) => ({
  name: (name: string) => Names.safeParse(splitName(name)).error?.issues[0]?.message,
  userName: (userName: string) => Email.safeParse(userName).error?.issues[0]?.message,
})

export const NewPassword = BoundedText(256).refine(isGoodPassword, PASSWORD_RULE)

/** A code was mailed; the next one may be asked for after so many seconds (AUTH_RESEND_WAIT_S). */
export const CodeSent = z.object({ resendWaitS: z.int() })

export const SixDigits = PatternText(6, /^\d{6}$/, ENTER_CODE)

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/**
 * The parameters every list takes. Without any of them the whole array is answered, as the seeds' clients read it.
 * `sort` is a field name, with `-` in front for descending.
 */
export const listQuery = <const S extends readonly string[], const F extends readonly string[]>(
  statuses: S,
  sorts: F,
) =>
  z.object({
    q: Text(100).optional(),
    status: z.enum(statuses).optional(),
    sort: z.enum(bothWays(sorts)).optional(),
    ...PageQuery.shape,
  })

const bothWays = <const F extends readonly string[]>(sorts: F) =>
  sorts.flatMap((field) => [field, `-${field}`] as const) as (F[number] | `-${F[number]}`)[]

/** A search or a filter is counted so far; whole lists are counted exactly. */
export const MAX_TOTAL = 1000

export const ListMeta = z.object({
  total: z.int(),
  /** More rows match than `total` says, which then is 1,000. */
  isTotalCapped: z.literal(true).optional(),
  page: z.int(),
  limit: z.int(),
  /**
   * How many rows of each status fit the search and the filters; `all` is their sum. One that would take too long to
   * find out is left out.
   */
  counts: z.record(z.string(), z.int()),
  /** The counts of which there are more than they say, which then is 1,000. */
  cappedCounts: z.array(z.string()).optional(),
  /** How many rows the list has without a search, a status or a filter. */
  whole: z.int(),
})
export type ListMeta = z.infer<typeof ListMeta>

/** The answer of a list: its rows, and how many there are. */
export const listOf = <Row extends z.ZodType>(row: Row) => ({ response: z.array(row), meta: ListMeta })

/** The parameters of a path: ids, unless the endpoint says otherwise. */
export function pathParams({ path, params }: AnyEndpoint): z.core.$ZodType | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return params ?? (names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, Id]))) : undefined)
}

/** B-24. `current` is the row as it stands now, sent with CONFLICT. */
export const ErrorCode = z.enum([
  'VALIDATION',
  'UNAUTHENTICATED',
  'OTP_INVALID',
  'LOGIN_ATTEMPTS_EXCEEDED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'DUPLICATE',
  'RATE_LIMITED',
  'UPSTREAM',
  'UNAVAILABLE',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z.object({
  message: z.string(),
  code: ErrorCode,
  /** Field path, such as `orgAddress.city`, to what is wrong with it. */
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** What a download returns: the bytes with their content type, no envelope. */
export const FileBytes = z.custom<Uint8Array>()

/** The order of a list to save: every row of it, each with its own place. */
export const SortedList = z.object({
  sortedList: z.array(z.object({ _id: Id, order: z.int().min(0).max(1_000_000) })).max(10_000),
})

export const Ein = TrimmedText(10, EIN_INVALID).regex(/^\d{2}-\d{7}$/, EIN_INVALID)

/** Of the review of an EIN or of a tax exemption. */
export const ReviewStatus = z.enum(['Pending', 'Approved', 'Rejected'])
export type ReviewStatus = z.infer<typeof ReviewStatus>
