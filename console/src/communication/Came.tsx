import { ageOf } from '../kit/format/dates.ts'
import { When } from '../kit/format/When.tsx'
import classes from './communication.module.css'

/** When it came and how long ago that is, in the two lines that these rows have anyway. */
export const Came = ({ at }: { at: string }) => (
  <span className={classes.two}>
    <When at={at} />
    <span className={classes.age}>{ageOf(at)}</span>
  </span>
)
