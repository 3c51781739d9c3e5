import type { ReactNode } from 'react'
import { breakable } from '../format/breakable.tsx'
import classes from './Facts.module.css'

interface Props {
  /** Term and value; a value that is empty shows a dash. */
  facts: [term: string, value: ReactNode][]
  columns?: 1 | 2
}

/** Terms and values between hairlines. */
export function Facts({ facts, columns = 2 }: Props) {
  return (
    <dl className={classes.facts} data-columns={columns}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {value === '' || value === false || value === null || value === undefined ? (
              <span className={classes.none}>–</span>
            ) : (
              breakable(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
