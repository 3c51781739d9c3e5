import { respondFields, zoneName } from '@hikmah/contract/communication/answers'
import { MAX_SCHEDULE_TIME } from '@hikmah/contract/communication/schemas'
import { EARLIEST_DAY } from '@hikmah/contract/words'
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { fieldError } from '../kit/field/field-error.tsx'
import { ChoiceField, TextField } from '../kit/field/TextField.tsx'
import { ownZone } from '../kit/format/texts.ts'
import classes from './demo-schedule.module.css'

interface ScheduleValues {
  date: string
  time: string
  zone: string
}

interface Props {
  value: ScheduleValues
  errors: Partial<Record<keyof ScheduleValues, unknown>>
  onChange: (field: keyof ScheduleValues, value: string) => void
  onBlur: () => void
}

/** Those of the United States, by what they are called. */
const zones = {
  'America/New_York': 'Eastern Time',
  'America/Chicago': 'Central Time',
  'America/Denver': 'Mountain Time',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific Time',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
  'America/Puerto_Rico': 'Puerto Rico',
}

/** When the demo takes place: a day, a time and the zone of their clock, which is one fact in the end. */
export function DemoSchedule({ value: { date, time, zone }, errors, onChange, onBlur }: Props) {
  const name = useId()
  const mine = ownZone()
  const known = {
    ...zones,
    [mine]: (zones as Record<string, string>)[mine] ?? mine,
    ...(zone && { [zone]: (zones as Record<string, string>)[zone] ?? zone }),
  }
  const theirs = zone || mine
  const isShownTwice = theirs !== mine
  return (
    <div className={classes.schedule}>
      <TextInput
        label={respondFields.date}
        type="date"
        min={EARLIEST_DAY}
        max="2999-12-31"
        value={date}
        onChange={({ currentTarget }) => onChange('date', currentTarget.value)}
        onBlur={onBlur}
        error={fieldError(errors.date as string)}
      />
      <TextField
        label={respondFields.time}
        max={MAX_SCHEDULE_TIME}
        placeholder="10:30 AM"
        value={time}
        onChange={({ currentTarget }) => onChange('time', currentTarget.value)}
        error={errors.time as string}
      />
      <ChoiceField
        label={respondFields.zone}
        data={[
          { value: '', label: 'Not chosen' },
          ...Object.entries(known).map(([value, label]) => ({ value, label })),
        ]}
        value={zone}
        onChange={({ currentTarget }) => onChange('zone', currentTarget.value)}
        error={errors.zone as string}
      />
      {date !== '' && (
        <fieldset aria-label="Times of that day">
          {isShownTwice && (
            <div className={classes.clocks} aria-hidden="true">
              <span>{zoneName(theirs, date)}, theirs</span>
              <span>{zoneName(mine, date)}, yours</span>
            </div>
          )}
          <div className={classes.slots}>
            {slots.map((slot) => (
              <label key={slot} className={classes.slot}>
                <input type="radio" name={name} checked={slot === time} onChange={() => onChange('time', slot)} />
                <b>
                  {slot} {isShownTwice && <span className="spoken">{zoneName(theirs, date)}</span>}
                </b>
                {isShownTwice && (
                  <span className={classes.mine}>
                    {timeIn(mine, momentOf(date, slot, theirs))}{' '}
                    <span className="spoken">{zoneName(mine, date)} for you</span>
                  </span>
                )}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}

/** Every half hour from 9:00 AM to 6:00 PM. */
const slots = Array.from({ length: 19 }, (_, n) => {
  const minutes = 9 * 60 + n * 30
  const hour = Math.floor(minutes / 60)
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
})

const CLOCK = /^(\d{1,2})(?::(\d{2}))?\s*([AP])\.?M\.?$/i

/** The moment at which the clock of that zone shows this; undefined for a time that no clock shows. */
function momentOf(date: string, time: string, zone: string): Date | undefined {
  const [, hour, minute = '00', half] = CLOCK.exec(time.trim()) ?? []
  if (!hour || !half || date === '') return undefined
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  const shown = Date.parse(`${date}T${String(hours).padStart(2, '0')}:${minute}:00Z`)
  if (Number.isNaN(shown)) return undefined
  // Twice: the zone may change its clock between the first guess and the moment.
  const first = shown - offsetAt(zone, shown)
  return new Date(shown - offsetAt(zone, first))
}

/** How far its clock is ahead of UTC at that moment. */
function offsetAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - Math.floor(at / 60_000) * 60_000
}

/** "2:45 PM", with the day where it is another one. */
function timeIn(zone: string, at: Date | undefined): string {
  return at
    ? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(at).replace('\u202f', ' ')
    : ''
}

/** Date, time and zone as one fact, on both clocks. */
export function WhenItTakesPlace({ date, time, zone, text }: ScheduleValues & { text: string }) {
  const mine = ownZone()
  const at = zone && zone !== mine ? momentOf(date, time, zone) : undefined
  return (
    <p className={classes.fact}>
      {text}
      {at && (
        <small>
          {timeIn(mine, at)} {zoneName(mine, date)} for you
        </small>
      )}
    </p>
  )
}
