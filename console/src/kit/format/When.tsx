import { createAtom, useSelector } from '@tanstack/react-store'
import { ageOf, type DateFormat, exactDate, exactInPlace, formatDate, type Instant } from './dates.ts'
import classes from './format.module.css'

/** Whether dates are shown in full, with time and zone: tooltips cannot be reached by keyboard or touch. */
export const exactDates = createAtom(false)

interface Props {
  at: Instant | null | undefined
  as?: DateFormat
  /** Adds how long ago it was: Nov 20, 2026 · 1 d. */
  age?: boolean
}

/** A formatted date, with the exact time and zone in its tooltip, or instead of it where exact dates are on. */
export function When({ at, as = 'll', age }: Props) {
  const isExact = useSelector(exactDates)
  if (at === null || at === undefined || at === '') return null
  return (
    <time
      className={classes.when}
      data-exact={isExact || undefined}
      dateTime={new Date(at).toISOString()}
      title={exactDate(at)}
    >
      {isExact ? exactInPlace(at) : formatDate(at, as)}
      {age && <span className={classes.age}> · {ageOf(at)}</span>}
    </time>
  )
}
