import type { CSSProperties, ReactNode } from 'react'
import { breakable } from '../format/breakable.tsx'
import classes from './display.module.css'

interface Props {
  /** Term and value; a value that is empty shows a dash. */
  facts: [term: string, value: ReactNode][]
  columns?: 1 | 2
  /** The first half stands in the left column and the rest in the right one, not row by row. */
  isByColumn?: boolean
}

export function Facts({ facts, columns = 2, isByColumn }: Props) {
  return (
    <dl
      className={classes.facts}
      data-columns={columns}
      data-by-column={isByColumn || undefined}
      style={{ '--rows': Math.ceil(facts.length / 2) } as CSSProperties}
    >
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value || value === 0 ? breakable(value) : <span className="quiet">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TermProps {
  name: ReactNode
  value: ReactNode
  isTotal?: boolean
  isSum?: boolean
  isPart?: boolean
}

/** A term and its value in a list that the page draws itself; an empty value shows a dash. */
export const Term = ({ name, value, isTotal, isSum, isPart }: TermProps) => (
  <div data-total={isTotal} data-sum={isSum || isTotal} data-part={isPart || undefined}>
    <dt>{name}</dt>
    <dd>{value || '–'}</dd>
  </div>
)
