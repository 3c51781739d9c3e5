import type { ReactNode } from 'react'
import type { Piece } from './differences.ts'
import classes from './facts.module.css'

export interface FactLine {
  field: string
  first: ReactNode
  second: ReactNode
  result: ReactNode
  /** It is shown first. */
  differs?: boolean
  /** Both say the same, so that a small screen shows one of them. */
  isSame?: boolean
}

interface TableProps {
  name: string
  /** What the two columns in the middle are. */
  first: string
  second: string
  lines: FactLine[]
}

/** Facts of two sources, read across. On a small screen each is a card. */
export function FactsTable({ name, first, second, lines }: TableProps) {
  return (
    <table className={classes.facts} aria-label={name}>
      <thead>
        <tr>
          {['Field', first, second, 'Result'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.field} data-differs={line.differs || undefined} data-both={!line.isSame || undefined}>
            <th scope="row">{line.field}</th>
            <td data-label={first}>{line.first}</td>
            <td data-label={second}>{line.second}</td>
            <td>{line.result}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One of two texts, with its differences marked. */
export function Marked({ pieces, only }: { pieces: Piece[]; only: 'first' | 'second' }) {
  const Mark = only === 'first' ? 'del' : 'ins'
  return pieces.map(({ isSame, [only]: text }, place) =>
    // The pieces of a text stay in their order.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    isSame ? text : text && <Mark key={place}>{text}</Mark>,
  )
}

/** What the marks mean, for sighted readers. */
export function MarksLegend({ first, second }: Pick<TableProps, 'first' | 'second'>) {
  return (
    <span className={classes.legend} aria-hidden="true">
      <del>ab</del> only {first.toLowerCase()} <ins>ab</ins> only {second}
    </span>
  )
}

/** For screen readers, which do not convey the marks. */
export const Spoken = ({ children }: { children: ReactNode }) => <span className={classes.spoken}>{children}</span>
