import type { Outage, Uptime } from '@hikmah/contract/hardware/schemas'
import { plural } from '../kit/format/texts.ts'

export const UPTIME_DAYS = 30
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** In milliseconds: how much of an hour of the reader's day is known, and how much of that the device was offline. */
export interface HourOfDay {
  known: number
  offline: number
}

interface Day {
  /** Its first moment. */
  at: number
  hours: HourOfDay[]
}

const endOf = ({ to }: Pick<Outage, 'to'>, until: string) => Date.parse(to ?? until)

/** Calls `add` with each part of the time that lies in one hour of the clock. An hour that comes twice takes both. */
function byHour(from: number, to: number, add: (at: Date, length: number) => void) {
  for (let at = from; at < to; ) {
    const next = new Date(at).setMinutes(60, 0, 0)
    const end = next > at && next < to ? next : to
    add(new Date(at), end - at)
    at = end
  }
}

/** The last thirty days of the reader's calendar, today included, hour by hour. */
export function daysOf({ since, until, outages }: Uptime): Day[] {
  const today = new Date(until)
  const days = Array.from({ length: UPTIME_DAYS }, (_, i) => ({
    at: new Date(today.getFullYear(), today.getMonth(), today.getDate() - UPTIME_DAYS + 1 + i).getTime(),
    hours: Array.from({ length: 24 }, () => ({ known: 0, offline: 0 })),
  }))
  const byDate = new Map(days.map((day) => [new Date(day.at).toDateString(), day]))
  const add = (part: keyof HourOfDay) => (at: Date, length: number) => {
    const hour = byDate.get(at.toDateString())?.hours[at.getHours()]
    if (hour) hour[part] += length
  }
  const first = Math.max(days[0]!.at, since === null ? Number.POSITIVE_INFINITY : Date.parse(since))
  byHour(first, Date.parse(until), add('known'))
  for (const outage of outages) byHour(Math.max(first, Date.parse(outage.from)), endOf(outage, until), add('offline'))
  return days
}

const sum = (hours: HourOfDay[], part: keyof HourOfDay) => hours.reduce((total, hour) => total + hour[part], 0)

export const totalsOf = (hours: HourOfDay[]) => ({ known: sum(hours, 'known'), offline: sum(hours, 'offline') })

/** 98.3%; never 100% for a device that was offline, nor 0% for one that was online. */
export function onlineShare({ known, offline }: HourOfDay): string | undefined {
  if (known === 0) return undefined
  const tenths = Math.round((1000 * (known - offline)) / known)
  const shown = offline > 0 && tenths === 1000 ? 999 : offline < known && tenths === 0 ? 1 : tenths
  return `${(shown / 10).toFixed(1).replace(/\.0$/, '')}%`
}

/** 16 min, 4 h 12 min, 3 d 2 h. */
export function lengthText(length: number): string {
  const minutes = Math.round(length / MINUTE)
  if (minutes < 1) return 'less than 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

interface TimedOutage extends Outage {
  start: number
  length: number
}

export interface Incident {
  /** The first moment of the day on which they began. */
  day: number
  /** The latest first. */
  outages: TimedOutage[]
  longest: number
}

/** The outages of each day on which some began, the latest first. */
export function incidentsOf({ outages, until }: Uptime): Incident[] {
  const byDay = Map.groupBy(
    outages
      .map((outage) => {
        const start = Date.parse(outage.from)
        return { ...outage, start, length: endOf(outage, until) - start }
      })
      .toReversed(),
    ({ start }) => new Date(start).setHours(0, 0, 0, 0),
  )
  return [...byDay].map(([day, some]) => ({
    day,
    outages: some,
    longest: Math.max(...some.map(({ length }) => length)),
  }))
}

export const hourName = (hour: number) => (hour === 12 ? 'noon' : `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`)

/** What a day of the chart says: offline 4 h 45 min, 9 AM to 1 PM and 3 PM to 4 PM. */
export function readDay({ hours }: Day): string {
  const { known, offline } = totalsOf(hours)
  if (known === 0) return 'no data'
  if (offline === 0) return 'online'
  if (offline === known) return `offline ${lengthText(offline)}, all that is known`
  const runs: [first: number, last: number][] = []
  hours.forEach((hour, i) => {
    const run = runs.at(-1)
    if (hour.offline === 0) return
    if (run?.[1] === i) run[1] = i + 1
    else runs.push([i, i + 1])
  })
  const shown = runs.slice(0, 3).map(([first, last]) => `${hourName(first)} to ${hourName(last)}`)
  const more = runs.length > 3 ? `, and ${plural(runs.length - 3, 'more time')}` : ''
  return `offline ${lengthText(offline)}, ${shown.join(', ')}${more}`
}

export const isWholeDayOff = ({ hours }: Day) => {
  const { known, offline } = totalsOf(hours)
  return known === DAY && offline === known
}
