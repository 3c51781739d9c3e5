import type { ListMeta } from '@hikmah/contract/common'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { FilterChip } from '../field/FilterChip.tsx'
import { FilterMenu } from '../filter/FilterMenu.tsx'
import type { Filter } from '../filter/filters.ts'
import { useChosenInView } from '../page/chosen-in-view.ts'
import { tabCount } from './counts.ts'
import classes from './ListToolbar.module.css'
import { changed, useListSearch } from './list-search.ts'
import { SearchField } from './SearchField.tsx'

interface Props {
  /** What the search looks through, such as "Search name, e-mail, city". */
  searchLabel: string
  statuses?: { value: string; label: string }[]
  /** What the list shows without a status. */
  allLabel?: string
  /** The list's own metadata, once loaded. */
  meta: ListMeta | undefined
  filters?: Filter[]
}

/** How many statuses fit on one line with the search; more get their own line. */
const FEW = 5

/** Search, status and filters of a list, all in the address. */
export function ListToolbar({ searchLabel, statuses = [], allLabel = 'All', meta, filters = [] }: Props) {
  const { search, change, clear } = useListSearch()
  const segments = useRef<HTMLElement>(null)
  useChosenInView(segments, search.status, meta !== undefined)
  const on = filters.filter(({ shown }) => shown)
  return (
    <div className={classes.toolbar} data-many={statuses.length > FEW || undefined}>
      <div className={classes.find}>
        <SearchField label={searchLabel} />
        {filters.some(({ choices }) => choices) && <FilterMenu filters={filters.filter(({ choices }) => choices)} />}
      </div>
      {statuses.length > 0 && (
        <nav ref={segments} className={classes.segments} aria-label="Status">
          {[{ value: undefined, label: allLabel }, ...statuses].map(({ value, label }) => (
            <Link
              key={label}
              to="."
              search={changed({ status: value })}
              resetScroll={false}
              className={classes.segment}
              aria-current={search.status === value ? 'true' : undefined}
              data-on={search.status === value || undefined}
              // Otherwise “All” would also be marked as current.
              activeOptions={{ exact: true, explicitUndefined: true }}
              activeProps={{}}
            >
              {label}
              <span>{tabCount(meta, value)}</span>
            </Link>
          ))}
        </nav>
      )}
      {on.length > 0 && (
        <div className={classes.chips}>
          {on.map(({ label, shown = '', off }) => (
            <FilterChip key={label} onRemove={() => change(off)}>
              {shown}
            </FilterChip>
          ))}
          <UnstyledButton className={classes.clear} onClick={() => void clear()}>
            Clear
          </UnstyledButton>
        </div>
      )}
    </div>
  )
}
