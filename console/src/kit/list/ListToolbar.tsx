import { type ListMeta, searchProblem } from '@hikmah/contract/common'
import { readSearch } from '@hikmah/contract/typed'
import { Button, Kbd, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { FilterChip } from '../display/FilterChip.tsx'
import { useChosenInView } from '../display/viewport.ts'
import { useShortcut } from '../feedback/shortcuts.ts'
import { fieldError } from '../field/field-error.tsx'
import { Glyph, type GlyphName } from '../icons/glyphs.tsx'
import { Icon } from '../icons/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../popup/Menu.tsx'
import { areRowsComing, enterRows, stopWaiting, waitForRows } from '../row/row-keys.ts'
import { tabCount } from './ListTable.tsx'
import classes from './list.module.css'
import { changed, useListSearch } from './list-search.ts'

interface Props {
  /** What the search looks through, such as "Search name, email, city". */
  searchLabel?: string
  statuses?: { value: string; label: string }[]
  /** What of the address the statuses set; its label stands before them unless it is the status. */
  param?: string
  paramLabel?: string
  /** The name among the counts, where it is not the status. */
  countOf?: (status: string | undefined) => string | undefined
  meta: ListMeta | undefined
  filters?: Filter[]
  /** At the end of the line of the search. */
  children?: ReactNode
}

/** More statuses get their own line. */
const MAX_BESIDE_SEARCH = 5

/** Search, status and filters of a list, all in the page's address. */
export function ListToolbar({
  searchLabel,
  statuses = [],
  param = 'status',
  paramLabel,
  countOf = (status) => status,
  meta,
  filters = [],
  children,
}: Props) {
  const { change, clear } = useListSearch()
  const activeFilters = filters.filter(({ chip }) => chip)
  const menuFilters = filters.filter(({ choices }) => choices)
  return (
    <div className={classes.toolbar} data-many={statuses.length > MAX_BESIDE_SEARCH || undefined}>
      <div className={classes.find}>
        {searchLabel && <SearchField label={searchLabel} />}
        {menuFilters.length > 0 && <FilterMenu filters={menuFilters} />}
      </div>
      {children}
      {statuses.length > 0 && (
        <Segments
          name={paramLabel ?? 'Status'}
          isHeaded={paramLabel !== undefined}
          param={param}
          choices={[{ value: undefined, label: 'All' }, ...statuses]}
          countOf={(status) => tabCount(meta, countOf(status))}
          isCounted={meta !== undefined}
        />
      )}
      {activeFilters.length > 0 && (
        <div className={classes.chips}>
          {activeFilters.map(({ label, chip = '', off }) => (
            <FilterChip key={label} onRemove={() => change(off)}>
              {chip}
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

interface SegmentsProps {
  name: string
  /** Whether the name stands before them. */
  isHeaded?: boolean
  /** What of the address they set. */
  param: string
  choices: { value: string | undefined; label: string }[]
  /** What else of the address each of them sets. */
  also?: Record<string, undefined>
  countOf?: (value: string | undefined) => string | undefined
  isCounted?: boolean
  /** What is beside them has been chosen instead. */
  isNone?: boolean
  /** Behind the last of them. */
  children?: ReactNode
}

/** Choices of which one is always made, in the page's address. */
export function Segments(props: SegmentsProps) {
  const { name, isHeaded, param, choices, also, countOf, isCounted, isNone, children } = props
  const { search } = useListSearch()
  const chosen = (search as Record<string, unknown>)[param]
  const segments = useRef<HTMLElement>(null)
  useChosenInView(segments, chosen, isCounted)
  return (
    <nav ref={segments} className={classes.segments} aria-label={name}>
      {isHeaded && <span className={classes.label}>{name}</span>}
      {choices.map(({ value, label }) => (
        <Link
          key={label}
          to="."
          search={changed({ ...also, [param]: value })}
          resetScroll={false}
          className={classes.segment}
          aria-current={chosen === value && !isNone ? 'true' : undefined}
          data-on={(chosen === value && !isNone) || undefined}
          // Otherwise “All” would also be current.
          activeOptions={{ exact: true, explicitUndefined: true }}
          activeProps={{}}
        >
          <span className="capital">{label}</span>
          {countOf && <span>{countOf(value)}</span>}
        </Link>
      ))}
      {children}
    </nav>
  )
}

interface ToggleProps {
  /** In the address, `1` while it is on. */
  name: string
  glyph?: GlyphName
  count?: string | undefined
  children: ReactNode
}

/** Leaves only some of the rows, and may be combined with what else narrows them. */
export function Toggle({ name, glyph, count, children }: ToggleProps) {
  const { search, change } = useListSearch()
  const isOn = (search as Record<string, unknown>)[name] !== undefined
  return (
    <UnstyledButton
      className={classes.toggle}
      data-danger={glyph !== undefined || undefined}
      aria-pressed={isOn}
      onClick={() => void change({ [name]: isOn ? undefined : '1' })}
    >
      {glyph && <Glyph name={glyph} />}
      {children} {count !== undefined && <span className={classes.count}>{count}</span>}
    </UnstyledButton>
  )
}

/** Searches while somebody types. `/` leads here from anywhere on the page, ↓ and Enter lead on to the rows. */
function SearchField({ label }: { label: string }) {
  const { search, change } = useListSearch()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [lastSearch, setLastSearch] = useState(search.q)
  const send = useDebouncedCallback((q: string, page: string) => {
    // Does not search if the person has moved on to another page.
    if (location.pathname === page) void change({ q: readSearch(q) || undefined }, true)
  }, 250)
  useShortcut('/', 'Search', () => field.current?.focus())

  // A search from Back or from a link wins over what was typed.
  if (lastSearch !== search.q) {
    setLastSearch(search.q)
    if (draft !== undefined && (search.q ?? '') !== readSearch(draft)) setDraft(undefined)
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
    const isShown = readSearch(value) === (search.q ?? '')
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
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      error={fieldError(searchProblem(search.q))}
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

export interface Filter {
  label: string
  /** The search parameters without the filter. */
  off: Record<string, undefined>
  /** Its text while the filter is active. */
  chip: string | undefined
  choices?: { label: string; isChosen: boolean; on: Record<string, string> }[]
}

interface Choice<Value> {
  value: Value
  label: string
  /** Where the label alone would not do. */
  chip?: string
}

export function choiceFilter<Value extends string | number>(
  name: string,
  label: string,
  value: Value | undefined,
  choices: Choice<Value>[],
): Filter {
  const chosen = choices.find((choice) => choice.value === value)
  return {
    label,
    off: { [name]: undefined },
    chip: chosen && (chosen.chip ?? chosen.label),
    choices: choices.map((choice) => ({
      label: choice.label,
      isChosen: choice === chosen,
      on: { [name]: String(choice.value) },
    })),
  }
}

/** Choosing a filter again removes it. */
function FilterMenu({ filters }: { filters: Filter[] }) {
  const { change } = useListSearch()
  return (
    <Menu
      name="Filter"
      button={(props) => (
        <Button
          {...props}
          variant="default"
          size="xs"
          className={classes.filter}
          rightSection={<Icon name="down" size={12} />}
        >
          Filter
        </Button>
      )}
    >
      {filters.map(({ label, choices = [], off }) => (
        <Fragment key={label}>
          <MenuLabel>{label}</MenuLabel>
          {/* biome-ignore lint/a11y/useSemanticElements: a menu knows no fieldset */}
          <div role="group" aria-label={label}>
            {choices.map((choice) => (
              <MenuItem
                key={choice.label}
                isChosen={choice.isChosen}
                onClick={() => void change(choice.isChosen ? off : choice.on)}
              >
                {choice.label}
              </MenuItem>
            ))}
          </div>
        </Fragment>
      ))}
    </Menu>
  )
}
