import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { countText } from '../format/texts.ts'
import classes from './ListToolbar.module.css'
import { changed, useListSearch } from './list-search.ts'
import { SearchField } from './SearchField.tsx'

interface Props {
  /** What the search looks through, as "Search name, e-mail, city". */
  searchLabel: string
  statuses?: { value: string; label: string }[]
  /** What the list shows without a status. */
  allLabel?: string
  /** How many rows each status has; `all` is every row. */
  counts?: Record<string, number>
  children?: ReactNode
}

/** As many statuses as stand in one line with the search; more get a line of their own. */
const FEW = 5

/** Search and status of a list, both in the address. */
export function ListToolbar({ searchLabel, statuses = [], allLabel = 'All', counts, children }: Props) {
  const { search } = useListSearch()
  return (
    <div className={classes.toolbar} data-many={statuses.length > FEW || undefined}>
      <SearchField label={searchLabel} />
      {statuses.length > 0 && (
        <nav className={classes.segments} aria-label="Status">
          {[{ value: undefined, label: allLabel }, ...statuses].map(({ value, label }) => (
            <Link
              key={label}
              to="."
              search={changed({ status: value })}
              resetScroll={false}
              className={classes.segment}
              aria-current={search.status === value ? 'true' : undefined}
              data-on={search.status === value || undefined}
              // Without it “All” would count as current beside each of the others.
              activeOptions={{ exact: true, explicitUndefined: true }}
              activeProps={{}}
            >
              {label}
              {counts && <span>{countText(counts[value ?? 'all'] ?? 0)}</span>}
            </Link>
          ))}
        </nav>
      )}
      {children && <div className={classes.end}>{children}</div>}
    </div>
  )
}
