import type { Uptime } from '@hikmah/contract/hardware/schemas'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatDate, plural } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import { describePlace } from './DeviceFacts.tsx'
import classes from './DeviceUptime.module.css'
import {
  daysOf,
  hourName,
  type Incident,
  incidentsOf,
  isWholeDayOff,
  lengthText,
  readDay,
  UPTIME_DAYS,
} from './uptime.ts'

const LAST = UPTIME_DAYS - 1

/** Thirty days side by side, the hours of each from top to bottom. One stop of the Tab key: the arrows read day by day. */
export function UptimeGrid({ uptime }: { uptime: Uptime }) {
  const days = daysOf(uptime)
  const [at, setAt] = useState<number>()
  const read = (i: number) => `${formatDate(days[i]!.at, 'day')}: ${readDay(days[i]!)}`

  function press(event: KeyboardEvent) {
    const now = at ?? LAST
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: LAST }[event.key]
    if (to === undefined) return
    setAt(Math.min(Math.max(to, 0), LAST))
    event.preventDefault()
  }

  const placeAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(LAST, Math.max(0, Math.floor(((clientX - left) / width) * UPTIME_DAYS)))
  }

  return (
    <section className={classes.uptime} aria-label="Online, last 30 days">
      <SectionHead title="Online, last 30 days">
        <ul className={classes.legend}>
          {(['online', 'offline', 'none'] as const).map((state) => (
            <li key={state}>
              <i className={classes.cell} data-state={state} />
              {{ online: 'Online', offline: 'Offline', none: 'No data' }[state]}
            </li>
          ))}
        </ul>
      </SectionHead>
      <div className={classes.chart}>
        <ol className={classes.clock} aria-hidden="true">
          {[0, 6, 12, 18].map((hour) => (
            <li key={hour}>{hourName(hour)}</li>
          ))}
        </ol>
        <div
          className={classes.grid}
          role="slider"
          tabIndex={0}
          aria-label="Online by day"
          aria-valuemin={1}
          aria-valuemax={UPTIME_DAYS}
          aria-valuenow={(at ?? LAST) + 1}
          aria-valuetext={read(at ?? LAST)}
          onKeyDown={press}
          onFocus={() => setAt(at ?? LAST)}
          onBlur={() => setAt(undefined)}
          onPointerMove={(event) => setAt(placeAt(event))}
          onPointerLeave={() => setAt(undefined)}
        >
          {days.map((day, i) => (
            <div
              key={day.at}
              className={classes.day}
              data-on={i === at || undefined}
              data-off={isWholeDayOff(day) || undefined}
            >
              {day.hours.map(({ known, offline }, hour) => (
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day never change their order
                  key={hour}
                  className={classes.cell}
                  data-state={known === 0 ? 'none' : offline > 0 ? 'offline' : 'online'}
                />
              ))}
            </div>
          ))}
        </div>
        <ol className={classes.dates} aria-hidden="true">
          {days.map(
            ({ at: day }, i) =>
              (LAST - i) % 7 === 0 && (
                <li key={day} style={{ gridColumn: i + 1 }}>
                  {formatDate(day, 'MMM D')}
                </li>
              ),
          )}
        </ol>
      </div>
      <p className={classes.reading}>{at === undefined ? ' ' : read(at)}</p>
    </section>
  )
}

const FIRST_SHOWN = 5

/** The times offline, day by day. */
export function Incidents({ uptime }: { uptime: Uptime }) {
  const [isWhole, setWhole] = useState(false)
  const incidents = incidentsOf(uptime)
  const shown = isWhole ? incidents : incidents.slice(0, FIRST_SHOWN)
  return (
    <section className={classes.incidents} aria-label="Incidents">
      <SectionHead title="Incidents">
        {incidents.length > 0 && (
          <span className="quiet">
            {plural(uptime.outages.length, 'disconnect')} on {plural(incidents.length, 'day')}
          </span>
        )}
      </SectionHead>
      {incidents.length === 0 && (
        <p className={classes.nothing}>
          {uptime.since === null ? 'It has not connected yet.' : 'Not offline in the last 30 days.'}
        </p>
      )}
      {shown.map((incident) => (
        <IncidentRow key={incident.day} {...incident} />
      ))}
      {shown.length < incidents.length && (
        <Button variant="default" className={classes.more} onClick={() => setWhole(true)}>
          Show all {incidents.length} days
        </Button>
      )}
    </section>
  )
}

const time = (at: string | number) => formatDate(at, 'h:mm A')

/** 9:02 AM to 1:14 PM; with the day where it ended on another. */
function spanText(from: string, to: string | null): string {
  if (to === null) return `since ${time(from)}`
  const isSameDay = new Date(from).toDateString() === new Date(to).toDateString()
  return `${time(from)} to ${isSameDay ? '' : `${formatDate(to, 'MMM D')}, `}${time(to)}`
}

const MOST_LISTED = 50

function IncidentRow({ day, outages, longest }: Incident) {
  const [latest, earliest] = [outages[0]!, outages.at(-1)!]
  const places = new Set(outages.map(describePlace))
  const only = places.size === 1 ? [...places][0] : undefined
  return (
    <details className={classes.incident}>
      <summary>
        <Icon name="right" size={12} />
        <b>{formatDate(day, 'MMM D')}</b>
        <span>{plural(outages.length, 'disconnect')}</span>
        <b>
          {outages.length > 1 && 'longest '}
          <Age text={lengthText(longest)} />
        </b>
        <span>{outages.length > 1 ? spanText(earliest.from, latest.to) : spanText(latest.from, latest.to)}</span>
      </summary>
      <ul>
        {outages.slice(0, MOST_LISTED).map(({ length, ...outage }, i) => (
          <li key={outage.from}>
            <span>{spanText(outage.from, outage.to)}</span>
            <b>
              <Age text={outage.to === null ? `${lengthText(length)}, still offline` : lengthText(length)} />
            </b>
            <span>
              {[
                outage.ip && outage.ip !== outages[i + 1]?.ip && i < outages.length - 1
                  ? `${outage.ip}, new address`
                  : outage.ip,
                !only && describePlace(outage),
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
        {outages.length > MOST_LISTED && <li>and {plural(outages.length - MOST_LISTED, 'more disconnect')}</li>}
      </ul>
      {only && (
        <p className="quiet">
          {only}
          {outages.length > 1 && ', the same each time'}
        </p>
      )}
    </details>
  )
}
