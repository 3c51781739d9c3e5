import { ageOf, formatDate } from '../kit/format/dates.ts'
import { useExactDates } from '../kit/format/exact-dates.ts'
import { When } from '../kit/format/When.tsx'
import classes from './communication.module.css'

/** The day it came, and at what hour and how long ago, in the two lines that these rows have anyway. */
export function ReceivedAt({ at }: { at: string }) {
  const isExact = useExactDates()
  return (
    <span className={classes.two}>
      <When at={at} />
      <span className={classes.age}>
        {!isExact && `${formatDate(at, 'hh:mm A')} · `}
        {ageOf(at)}
      </span>
    </span>
  )
}
