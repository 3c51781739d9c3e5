import { createAtom, useSelector } from '@tanstack/react-store'
import classes from './format.module.css'
import { ageInWords, ageText, type DateFormat, exactDate, exactInColumn, formatDate, type Instant } from './texts.ts'

/** Shows dates in full, with time and zone: keyboard and touch cannot reach tooltips. */
export const exactDates = createAtom(false)

/** Short, and in words for screen readers. */
export function Age({ text }: { text: string }) {
  const words = ageInWords(text)
  if (words === text) return text
  return (
    <>
      <span aria-hidden="true">{text}</span>
      <span className="spoken">{words}</span>
    </>
  )
}

interface Props {
  at: Instant | null | undefined
  as?: DateFormat
  /** Nov 20, 2026 · 1 d */
  age?: boolean
}

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
      {isExact ? exactInColumn(at) : formatDate(at, as)}
      {age && (
        <span className={classes.age}>
          <Age text={` · ${ageText(at)}`} />
        </span>
      )}
    </time>
  )
}
