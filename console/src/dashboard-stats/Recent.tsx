import type { ReactNode } from 'react'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/LoadingLines.tsx'
import { SectionHead } from '../kit/page/Page.tsx'
import classes from './stats.module.css'

/** How many of the newest show. */
export const NEWEST = 5

interface Props<Row> {
  title: string
  /** To all of them. */
  all: ReactNode
  query: { data: { data: Row[] } | undefined; error: Error | null; refetch: () => unknown }
  /** Shown while there are none. */
  none: string
  rowKey: (row: Row) => string
  children: (row: Row) => ReactNode
}

/** The newest of a list. */
export function Recent<Row>({ title, all, query: { data, error, refetch }, none, rowKey, children }: Props<Row>) {
  return (
    <section aria-label={title}>
      <SectionHead title={title}>{all}</SectionHead>
      {error && <LoadFailure what={title} error={error} onRetry={refetch} />}
      {!data && !error && <LoadingLines name={title.toLowerCase()} lines={NEWEST} />}
      {data?.data.length === 0 && <p className={classes.none}>{none}</p>}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((row) => (
            <li key={rowKey(row)} className={classes.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
