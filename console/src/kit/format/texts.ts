import type { ListMeta } from '@hikmah/contract/common'
import { formatMoney } from '@hikmah/contract/money'
import { fullName as joinName, type PersonName } from '@hikmah/contract/words'
import { serverNow } from './server-time.ts'

/** Why a form cannot be saved. */
export const NO_CHANGES = 'No changes yet'

export const SEARCH_PEOPLE = 'Search name, email'
export const SEARCH_ORGANIZATIONS = 'Search name, email, city'
export const ORDER_A_DEVICE = 'Order a device'

/** A US number as (510) 555-0142; any other as stored. */
export function phoneText(phone: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return area ? `(${area}) ${exchange}-${line}` : phone
}

/** 512 B, 24 KB, 1.2 MB. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

/** The user name stands in for a missing name. */
export const fullName = ({ name, userName = '' }: { name: PersonName; userName?: string }) => joinName(name) || userName

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const letters = [first, others.at(-1) ?? ''].map((word) => [...word][0] ?? '')
  return letters.join('').toUpperCase()
}

/** 12,345. The first call of `toLocaleString` would take milliseconds. */
export const countText = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** 46, or 1,000+ where the count stopped. */
export const totalText = ({ total, isTotalCapped }: Pick<ListMeta, 'total' | 'isTotalCapped'>) =>
  countText(total) + (isTotalCapped ? '+' : '')

/** 1 member, 2 members. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${countText(count)} ${count === 1 ? one : many}`

/** "a", "a and b", "a, b and c". */
export const joinByAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const twoDigits = (number: number) => String(number).padStart(2, '0')
const short = (month: string) => month.slice(0, 3)

/** By hand, since creating the first `Intl.DateTimeFormat` takes as long as drawing half a list. */
const dateParts = (at: Date) => ({
  weekday: weekdays[at.getDay()],
  year: at.getFullYear(),
  month: monthNames[at.getMonth()] ?? '',
  day: at.getDate(),
  hour: at.getHours() % 12 || 12,
  minute: twoDigits(at.getMinutes()),
  second: twoDigits(at.getSeconds()),
  dayPeriod: at.getHours() < 12 ? 'AM' : 'PM',
})

type Parts = ReturnType<typeof dateParts>

function ordinal(day: number): string {
  const teen = day % 100 > 10 && day % 100 < 14
  return `${day}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`
}

/** By their names in the specification. In the reader's own time zone. */
const formats = {
  'MMM YYYY': (p: Parts) => `${short(p.month)} ${p.year}`,
  'h A': (p: Parts) => `${p.hour} ${p.dayPeriod}`,
  /** Nov 20, 2026 */
  ll: (p: Parts) => `${short(p.month)} ${p.day}, ${p.year}`,
  'MMM D': (p: Parts) => `${short(p.month)} ${p.day}`,
  /** November 20, 2026 4:12 PM */
  LLL: (p: Parts) => `${p.month} ${p.day}, ${p.year} ${p.hour}:${p.minute} ${p.dayPeriod}`,
  /** Nov 05, 2026, 09:02 AM: "MMM DD, YYYY, hh:mm A" in the specification */
  moment: (p: Parts) =>
    `${short(p.month)} ${twoDigits(p.day)}, ${p.year}, ${twoDigits(p.hour)}:${p.minute} ${p.dayPeriod}`,
  'MMM DD, YYYY': (p: Parts) => `${short(p.month)} ${twoDigits(p.day)}, ${p.year}`,
  'MMM DD, YYYY h:mm A': (p: Parts) =>
    `${short(p.month)} ${twoDigits(p.day)}, ${p.year} ${p.hour}:${p.minute} ${p.dayPeriod}`,
  'MMMM Do YYYY, h:mm:ss a': (p: Parts) =>
    `${p.month} ${ordinal(p.day)} ${p.year}, ${p.hour}:${p.minute}:${p.second} ${p.dayPeriod.toLowerCase()}`,
  'h:mm:ss A': (p: Parts) => `${p.hour}:${p.minute}:${p.second} ${p.dayPeriod}`,
  /** Nov 12, 10:31 AM */
  'MMM D, h:mm A': (p: Parts) => `${short(p.month)} ${p.day}, ${p.hour}:${p.minute} ${p.dayPeriod}`,
  'h:mm A': (p: Parts) => `${p.hour}:${p.minute} ${p.dayPeriod}`,
  /** Sun, Nov 15 */
  day: (p: Parts) => `${p.weekday}, ${short(p.month)} ${p.day}`,
  /** Sat, Nov 21, 2026 */
  'day, year': (p: Parts) => `${p.weekday}, ${short(p.month)} ${p.day}, ${p.year}`,
}

export type DateFormat = keyof typeof formats
/** An ISO text or epoch milliseconds. */
export type Instant = string | number

export const isThisYear = (at: Instant) => new Date(at).getFullYear() === new Date(serverNow()).getFullYear()

/** A day with its year only where that is another. */
export const dayFormat = (at: Instant): DateFormat => (isThisYear(at) ? 'MMM D' : 'll')

/** The minute of what is recent, the day of what is older. */
export const recentFormat = (at: Instant): DateFormat => (isThisYear(at) ? 'MMM D, h:mm A' : 'll')

export const formatDate = (at: Instant, format: DateFormat) => formats[format](dateParts(new Date(at)))

let zoneFormat: Intl.DateTimeFormat | undefined

/** Created lazily, and only once: see `dateParts`. */
function withZone(): Intl.DateTimeFormat {
  zoneFormat ??= new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
  return zoneFormat
}

/** Such as America/New_York; +05:30 on a machine whose zone no table knows. */
export function ownZone(at = new Date()): string {
  const { timeZone } = withZone().resolvedOptions()
  if (timeZone && timeZone !== 'Etc/Unknown') return timeZone
  const ahead = -at.getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `${ahead < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(minutes)}`
}

const zoneName = (at: Date) =>
  withZone()
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** UTC-5, UTC+5:30, or just UTC. */
function utcOffset(at: Date): string {
  const ahead = -at.getTimezoneOffset()
  if (ahead === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  return `UTC${ahead < 0 ? '-' : '+'}${hours}${minutes ? `:${twoDigits(minutes)}` : ''}`
}

/** EST (UTC-5), or just UTC. */
export function zoneText(at: Date): string {
  const name = zoneName(at)
  return /^(GMT|UTC)/.test(name) ? utcOffset(at) : `${name} (${utcOffset(at)})`
}

export const exactDate = (at: Instant) => `${formatDate(at, 'MMMM Do YYYY, h:mm:ss a')} ${zoneText(new Date(at))}`

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** Nov 20, 2026, 9:02:11 AM EST, which breaks only after the day. */
export function exactInColumn(at: Instant): string {
  const date = new Date(at)
  const zone = zoneName(date)
  const time = `${formatDate(at, 'h:mm:ss A')} ${/^GMT/.test(zone) ? utcOffset(date) : zone}`
  return `${unbroken(formatDate(at, 'll'))}, ${unbroken(time)}`
}

const units = [
  [365 * 86_400_000, 'y'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const

/** 6 d, 22 h, 5 min, or now. */
export function ageText(at: Instant, now = serverNow()): string {
  const age = now - new Date(at).getTime()
  const unit = units.find(([length]) => age >= length)
  return unit ? `${Math.floor(age / unit[0])} ${unit[1]}` : 'now'
}

const unitWords: Record<string, string> = { y: 'year', d: 'day', h: 'hour', min: 'minute' }

/** 6 days for 6 d, as it is read aloud. */
export const ageInWords = (text: string) =>
  text.replace(/(\d+) (y|d|h|min)\b/g, (_, count: string, unit: string) => plural(Number(count), unitWords[unit]!))

/** In 13 d, in 5 h; the last hour counts as one. */
export function timeUntil(at: Instant, now = serverNow()): string {
  const hours = Math.max(1, Math.ceil((new Date(at).getTime() - now) / 3_600_000))
  return hours < 24 ? `in ${hours} h` : `in ${Math.floor(hours / 24)} d`
}

const startOfDay = (at: Instant) => new Date(at).setHours(0, 0, 0, 0)

/** Calendar days in the reader's own time zone. Rounded, since a day when the clocks change is shorter or longer. */
export const daysSince = (at: Instant, now = serverNow()) => Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000)

const isMidnight = (at: Date) => at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0

/** In 2026, in November 2026, Nov 3, 2026 to Nov 9, 2026, or on a day. Without the moment `to`. */
export function periodText(from: Instant | undefined, to: Instant | undefined): string {
  const last = to === undefined ? undefined : formatDate(new Date(to).getTime() - 1, 'll')
  if (from === undefined) return last ? `until ${last}` : ''
  if (formatDate(from, 'll') === last) return `on ${last}`
  const start = new Date(from)
  const end = to === undefined ? undefined : new Date(to)
  const months =
    end && isMidnight(start) && isMidnight(end) && start.getDate() === 1 && end.getDate() === 1
      ? (end.getFullYear() - start.getFullYear()) * 12 + end.getMonth() - start.getMonth()
      : undefined
  if (months === 12 && start.getMonth() === 0) return `in ${start.getFullYear()}`
  if (months === 1) return `in ${monthNames[start.getMonth()]} ${start.getFullYear()}`
  return last ? `${formatDate(from, 'll')} to ${last}` : `since ${formatDate(from, 'll')}`
}

/** $1,249 */
export const wholeDollars = (dollars: number) => formatMoney(dollars * 100, 'usd', { isShort: true })

/** $1,249.50 */
export const dollarsAndCents = (cents: number) => formatMoney(cents, 'usd')
