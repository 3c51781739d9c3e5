import type { ListMeta } from '@hikmah/contract/common'
import { Kbd, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useChosenInView } from '../display/viewport.ts'
import { useShortcut } from '../feedback/shortcuts.ts'
import { Icon } from '../icons/icons.tsx'
import { areRowsComing, enterRows, stopWaiting, waitForRows } from '../row/row-keys.ts'
import { type Filter, FilterChip, FilterMenu } from './filters.tsx'
import classes from './list.module.css'
import { changed, useListSearch } from './list-search.ts'
import { tabCount } from './use-list.ts'

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

/** Searches as you type. The address holds the words; `/` comes here from anywhere on the page, ↓ and Enter lead on to the rows. */
function SearchField({ label }: { label: string }) {
  const { search, change } = useListSearch()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [seen, setSeen] = useState(search.q)
  const send = useDebouncedCallback((q: string, page: string) => {
    // Does not search if the person has moved on to another page.
    if (location.pathname === page) void change({ q: q.trim() || undefined }, true)
  }, 250)
  useShortcut('/', 'Search', () => field.current?.focus())

  // Back or a link changed the words: they win over what was typed.
  if (seen !== search.q) {
    setSeen(search.q)
    if ((search.q ?? '') !== draft?.trim()) setDraft(undefined)
  }

  const value = draft ?? search.q ?? ''

  const type = (text: string) => {
    setDraft(text)
    send(text, location.pathname)
    if (field.current) stopWaiting(field.current)
  }

  const clear = () => {
    type('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') type('')
    if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    event.preventDefault()
    const isShown = value.trim() === (search.q ?? '')
    if (!isShown) send.flush()
    if (!isShown || areRowsComing() || !enterRows()) waitForRows(event.currentTarget)
  }

  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      className={classes.field}
      size="xs"
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<Icon name="search" />}
      rightSection={
        value ? (
          <UnstyledButton className={classes.searchFieldClear} aria-label="Clear the search" onClick={clear}>
            Clear
          </UnstyledButton>
        ) : (
          <Kbd className={classes.key}>/</Kbd>
        )
      }
      rightSectionWidth={value ? 56 : undefined}
    />
  )
}
