import { ageOf, formatDate } from '../kit/format/dates.ts'
import { When } from '../kit/format/When.tsx'
import classes from './communication.module.css'

/** The day it came, and at what hour and how long ago, in the two lines that these rows have anyway. */
export const Came = ({ at }: { at: string }) => (
  <span className={classes.two}>
    <When at={at} />
    <span className={classes.age}>
      {formatDate(at, 'hh:mm A')} · {ageOf(at)}
    </span>
  </span>
)
