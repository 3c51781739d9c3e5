import { z } from 'zod'
import type { AnyEndpoint } from './endpoint.ts'
import {
  isStreamSafe,
  isTurned,
  looksEmpty,
  readCode,
  readDigits,
  readEin,
  readLong,
  readSearch,
  readTyped,
  TURNED,
} from './typed.ts'
import {
  dayProblem,
  EIN_INVALID,
  ENTER_CODE,
  isGoodPassword,
  isWithin,
  MAX_SPACE_AROUND,
  MAX_UNITS_SEEN,
  PASSWORD_RULE,
  REQUIRED,
} from './words.ts'

/** Intl's own list of zones lacks other names that browsers send, such as Asia/Kolkata. */
function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

/** A missing value is required; any other is wrong by `message`. */
const wrongBy = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? REQUIRED : message),
})

const tooLong = (max: number) => `At most ${max} characters`

/** Every text begins with this check, in UTF-16 units: folding or matching a very long one would delay everybody. */
const atMost = (units: number, message: string, type = {}) =>
  z.string(type).refine((text) => text.length <= units, { error: message, abort: true })

/** For texts that people do not read: `max` counts UTF-16 units. */
export const BoundedText = (max: number, message = tooLong(max), type = {}) =>
  atMost(max, message, type).meta({ maxLength: max })

export const TimeZone = BoundedText(64).refine(isTimeZone, 'Not a time zone')

/** What is made of digits, letters and signs of ASCII. `max` counts UTF-16 units. */
export const CodeText = (max: number, message = tooLong(max), read = readCode) =>
  atMost(max + MAX_SPACE_AROUND, message)
    .overwrite(read)
    .max(max, message)

export const PatternText = (max: number, pattern: RegExp, message: string, read?: (text: string) => string) =>
  CodeText(max, message, read).regex(pattern, message)

const NOT_AN_ID = 'This is not a valid id'
export const Id = BoundedText(36, NOT_AN_ID, wrongBy(NOT_AN_ID))
  .check(z.uuid(wrongBy(NOT_AN_ID)))
  .toLowerCase()

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime()

const ENTER_MOMENT = 'Enter a date and time'
const MOMENT_UNITS = 64
/** Year 1 and later: PostgreSQL has no year 0. */
export const Moment = BoundedText(MOMENT_UNITS, ENTER_MOMENT)
  .check(z.iso.datetime())
  .refine((text) => !text.startsWith('0000'), ENTER_MOMENT)

/** With any offset: an hour of the first or the last year may be in another year in UTC. */
export const AnyMoment = BoundedText(MOMENT_UNITS, ENTER_MOMENT)
  .check(z.iso.datetime({ offset: true }))
  .refine((text) => /^(?!0000)\d{4}-/.test(isoOf(text)), ENTER_MOMENT)

const ENTER_DAY = 'Enter a date'
/** YYYY-MM-DD, from `EARLIEST_DAY` on. */
export const Day = BoundedText(10, ENTER_DAY, wrongBy(ENTER_DAY))
  .check(z.iso.date(ENTER_DAY))
  .refine((day) => !dayProblem(day), { error: ({ input }) => dayProblem(String(input)) })

export const Version = z.int().min(1)

const isoOf = (text: string) => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

const TOO_MANY_MARKS = 'Use at most 30 accents or vowel marks on one letter'
export const streamSafe = z.refine<string>(isStreamSafe, { error: TOO_MANY_MARKS, abort: true })

const ReadText = (max: number, read: (text: string) => string) =>
  atMost(max * MAX_UNITS_SEEN + MAX_SPACE_AROUND, tooLong(max))
    .meta({ description: tooLong(max) })
    .overwrite(read)
    .check(streamSafe)
    .refine((text) => !isTurned(text), TURNED)
    .refine((text) => isWithin(text, max), tooLong(max))

/** Several lines. `max` counts characters as people see them. May be empty; what only looks so is. */
export const LongText = (max: number) => ReadText(max, readLong)

/** One line. May be empty. */
export const Text = (max: number) => ReadText(max, readTyped)

export const RequiredText = (max: number) => Text(max).refine((text) => text !== '', REQUIRED)

const NOTHING_TO_FIND = 'Type a letter, a digit or a sign to search for'
export const SearchText = ReadText(100, readSearch).refine((text) => !looksEmpty(text), NOTHING_TO_FIND)

/** Why nothing can be found by a text. */
export const searchProblem = (text = '') => SearchText.safeParse(text).error?.issues[0]?.message

export const NewPassword = BoundedText(256).refine(isGoodPassword, PASSWORD_RULE)

/** Seconds until the person may ask for another code (AUTH_RESEND_WAIT_S). */
export const CodeSent = z.object({ resendWaitS: z.int() })

export const SixDigits = PatternText(6, /^\d{6}$/, ENTER_CODE, readDigits)

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Without any parameter a list answers the whole array, as the seeds' clients expect. `-` sorts in descending order. */
export const listQuery = <const S extends readonly string[], const F extends readonly string[]>(
  statuses: S,
  sorts: F,
) =>
  z.object({
    q: SearchText.optional(),
    status: z.enum(statuses).optional(),
    sort: z.enum(bothWays(sorts)).optional(),
    ...PageQuery.shape,
  })

const bothWays = <const F extends readonly string[]>(sorts: F) =>
  sorts.flatMap((field) => [field, `-${field}`] as const) as (F[number] | `-${F[number]}`)[]

/** The count of a search or a filter stops here; whole lists are counted exactly. */
export const MAX_TOTAL = 1000

export const ListMeta = z.object({
  total: z.int(),
  /** More rows match than `total`, which then is 1,000. */
  isTotalCapped: z.literal(true).optional(),
  page: z.int(),
  limit: z.int(),
  /** Rows of each status that match the search and the filters; `all` is their sum. A count that is too slow is left out. */
  counts: z.record(z.string(), z.int()),
  /** Statuses with more rows than their count, which then is 1,000. */
  cappedCounts: z.array(z.string()).optional(),
  /** Rows without a search, a status or a filter. */
  whole: z.int(),
})
export type ListMeta = z.infer<typeof ListMeta>

export const listOf = <Row extends z.ZodType>(row: Row) => ({ response: z.array(row), meta: ListMeta })

/** Ids, unless the endpoint says otherwise. */
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
  'LINK_ENDED',
  'AGAINST_RECORD',
  'RATE_LIMITED',
  'UPSTREAM',
  'UNAVAILABLE',
  'INTERNAL',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** B-34. Each is one way in which a decision contradicts the IRS record or another organization of the platform. */
export const contradictionCodes = [
  'REVOKED',
  'NOT_C3',
  'NOT_DEDUCTIBLE',
  'NAME_DIFFERS',
  'EIN_OF_ANOTHER',
  'REJECTED_MATCH',
] as const
export type ContradictionCode = (typeof contradictionCodes)[number]

export const Contradiction = z.object({
  code: z.enum(contradictionCodes),
  /** A sentence for whoever decides. */
  text: z.string(),
  /** The other organization of EIN_OF_ANOTHER, of which each is a contradiction of its own. */
  organization: z.object({ _id: Id, orgName: z.string() }).optional(),
})
export type Contradiction = z.infer<typeof Contradiction>

export const ErrorBody = z.object({
  message: z.string(),
  code: ErrorCode,
  /** Messages by field path, such as `orgAddress.city`. */
  fields: z.record(z.string(), z.string()).optional(),
  current: z.unknown().optional(),
  /** With LINK_ENDED: expired, used, replaced, revoked or blocked. */
  why: z.string().optional(),
  /** With AGAINST_RECORD: what the decision contradicts now. */
  contradictions: z.array(Contradiction).optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** A download: the bytes with their content type, no envelope. */
export const FileBytes = z.custom<Uint8Array>()

/** Every row of the list, each with its own place. */
export const SortedList = z.object({
  sortedList: z.array(z.object({ _id: Id, order: z.int().min(0).max(1_000_000) })).max(10_000),
})

export const Ein = PatternText(10, /^\d{2}-\d{7}$/, EIN_INVALID, readEin)

/** For an EIN or a tax exemption. */
export const ReviewStatus = z.enum(['Pending', 'Approved', 'Rejected'])
export type ReviewStatus = z.infer<typeof ReviewStatus>
