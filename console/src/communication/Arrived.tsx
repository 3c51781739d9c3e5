import { formatDate } from '../kit/format/dates.ts'
import { When } from '../kit/format/When.tsx'
import classes from './communication.module.css'

/** The day something came in, and at what hour. */
export const Arrived = ({ at }: { at: string }) => (
  <span className={classes.two}>
    <When at={at} />
    <span className={classes.quiet}>{formatDate(at, 'hh:mm A')}</span>
  </span>
)
