import { ageOf, formatDate } from '../kit/format/dates.ts'
import { useExactDates } from '../kit/format/exact-dates.ts'
import { When } from '../kit/format/When.tsx'
import classes from './communication.module.css'

/** The day it was received, with the time and age on a second line. */
export function ReceivedAt({ at }: { at: string }) {
  const isExact = useExactDates()
  return (
    <span className={classes.two}>
      <When at={at} />
      <span className={classes.age}>
        {!isExact && formatDate(at, 'hh:mm A')}
        <span>
          {!isExact && ' · '}
          {ageOf(at)}
        </span>
      </span>
    </span>
  )
}
