import { type AuditEntry, audit, SHORTEST_PART } from '@hikmah/contract/audit'
import { auditKinds } from '@hikmah/contract/audit-kinds'
import { decisionFields } from '@hikmah/contract/tax-verification/words'
import { readSearch } from '@hikmah/contract/typed'
import { END_BEFORE_START } from '@hikmah/contract/words'
import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '../kit/api/api.ts'
import { read } from '../kit/api/data.ts'
import { FilterChip } from '../kit/display/FilterChip.tsx'
import { ShowOlder } from '../kit/display/Timeline.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { ChoiceField } from '../kit/field/TextField.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { formatDate } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { tabCount } from '../kit/list/ListTable.tsx'
import { Segments, Toggle } from '../kit/list/ListToolbar.tsx'
import { useListSearch } from '../kit/list/list-search.ts'
import { EmptyState, LoadFailure, NothingFound } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { AuditRows } from './AuditRows.tsx'
import classes from './audit.module.css'
import { entityLabel, entityLabels } from './entry-words.tsx'
import type { AuditSearch } from './screens.ts'

interface ActorFieldProps {
  value: string | undefined
  /** Whom to choose from: what to query, and the organization if the query does not name one. */
  known: { value: string; label?: string }[]
  onChange: (actor: string | undefined) => unknown
}

/** Follows what is typed once it is long enough to find a part of a name; Enter or leaving the field takes less. */
function ActorField({ value, known, onChange }: ActorFieldProps) {
  const [draft, setDraft] = useState<string>()
  const [seen, setSeen] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  useShortcut('/', 'Filter by person', () => field.current?.focus())

  // Back or a link changed the person, who wins over what was typed.
  if (seen !== value) {
    setSeen(value)
    if (draft !== undefined && (value ?? '') !== readSearch(draft)) setDraft(undefined)
  }

  function show(text: string) {
    const actor = readSearch(text) || undefined
    if (actor !== value) void onChange(actor)
  }
  const follow = useDebouncedCallback((text: string, page: string) => {
    if (location.pathname === page && text.trim().length >= SHORTEST_PART) show(text)
  }, 250)

  function finish(text: string) {
    follow.cancel()
    setDraft(undefined)
    show(text)
  }
  function type(text: string) {
    if (text === '' || known.some(({ value: one }) => one === text)) return finish(text)
    setDraft(text)
    follow(text, location.pathname)
  }

  return (
    <>
      <TextInput
        ref={field}
        size="xs"
        w={300}
        maw="100%"
        aria-label="Person"
        placeholder="Person: name or email"
        maxLength={254}
        autoComplete="off"
        list={listId}
        leftSection={<Icon name="search" />}
        value={draft ?? value ?? ''}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={({ currentTarget }) => finish(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') finish(currentTarget.value)
          if (key === 'Escape') finish('')
        }}
      />
      <datalist id={listId}>
        {known.map((one) => (
          <option key={one.value} {...one} />
        ))}
      </datalist>
    </>
  )
}

const DAY_MS = 86_400_000

/** Swedish dates are those of the field: 2026-11-21. */
const dayText = (daysAgo = 0) => new Date(serverNow() - daysAgo * DAY_MS).toLocaleDateString('sv')

const dayNames: Record<NonNullable<AuditSearch['days']>, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7': '7 days',
  'last-30': '30 days',
}

const daysOf = {
  today: () => ({ from: dayText(), to: undefined }),
  yesterday: () => ({ from: dayText(1), to: dayText(1) }),
  'last-7': () => ({ from: dayText(6), to: undefined }),
  'last-30': () => ({ from: dayText(29), to: undefined }),
}

export function filterOf({ actor, entity, id, kind, against, days, ...moments }: AuditSearch) {
  const { from, to } = days ? daysOf[days]() : moments
  return { actor, entity, id, kind, against, from: from && startOf(from), to: to && endOf(to) }
}

/** How many entries of each kind the filter finds. */
export function useAuditCounts(search: AuditSearch, organization?: string) {
  const query = { ...filterOf(search), kind: undefined, organization }
  return useQuery({ ...read(audit.countAudit, { query }), placeholderData: keepPreviousData }).data?.data
}

const notFiltered = {
  ...{ actor: undefined, entity: undefined, id: undefined, kind: undefined, against: undefined },
  ...{ days: undefined, from: undefined, to: undefined },
}

interface Props {
  search: AuditSearch
  /** Only what happened to this organization; without it the whole trail. */
  organization?: string
  /** People to choose from besides those who show. */
  people?: { value: string; label: string }[]
  empty: string
}

export function AuditTrail({ search, organization, people = [], empty }: Props) {
  const { actor, entity, id, from, to } = search
  const { change } = useListSearch()
  const filter = { ...filterOf(search), organization }
  const trail = useInfiniteQuery({
    queryKey: [audit.listAudit.path, filter],
    queryFn: ({ pageParam: cursor, signal }) => call(audit.listAudit, { query: { ...filter, cursor } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
    placeholderData: keepPreviousData,
  })
  const entries = trail.data?.pages.flatMap((page) => page.data)
  const counts = useAuditCounts(search, organization)
  const names = new Set(people.map(({ label }) => label))
  const shown = new Set(entries?.map((entry) => entry.actor.name).filter((name) => !names.has(name)))
  const entities = new Set([...Object.keys(entityLabels), ...(entity ? [entity] : [])])
  const [isPicking, setPicking] = useState(Boolean(from || to))
  const picker = useId()

  return (
    <>
      <div className={classes.filters}>
        <ActorField
          value={actor}
          known={[...people, ...[...shown].map((value) => ({ value }))]}
          onChange={(name) => change({ actor: name }, true)}
        />
        {!organization && (
          <ChoiceField
            size="xs"
            aria-label="About"
            data={[
              { value: '', label: 'About everything' },
              ...[...entities].map((value) => ({ value, label: entityLabel(value) })),
            ]}
            value={entity ?? ''}
            onChange={({ currentTarget }) => void change({ entity: currentTarget.value || undefined, id: undefined })}
          />
        )}
        <Segments
          name="Days"
          param="days"
          choices={[
            { value: undefined, label: 'All days' },
            ...Object.entries(dayNames).map(([value, label]) => ({ value, label })),
          ]}
          also={{ from: undefined, to: undefined }}
          isNone={Boolean(from || to)}
        >
          <UnstyledButton
            className={classes.pick}
            aria-expanded={isPicking}
            aria-controls={picker}
            onClick={() => setPicking(!isPicking)}
          >
            Pick days
          </UnstyledButton>
        </Segments>
        {id && (
          <FilterChip onRemove={() => change({ id: undefined })}>{`Only ${entries?.[0]?.entityName || id}`}</FilterChip>
        )}
      </div>
      <div id={picker} className={classes.picker} hidden={!isPicking}>
        {isPicking && <DayPicker from={from} to={to} onChange={(part) => change({ days: undefined, ...part })} />}
      </div>
      <div className={classes.kinds}>
        <Segments
          name="Action"
          isHeaded
          param="kind"
          choices={[
            { value: undefined, label: 'All' },
            ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
          ]}
          countOf={(kind) => tabCount(counts, kind)}
          isCounted={counts !== undefined}
        />
        <Toggle name="against" glyph="unequal" count={tabCount(counts, 'against')}>
          {decisionFields.against}
        </Toggle>
      </div>
      <Entries
        query={trail}
        entries={entries}
        search={search}
        isWhole={!organization}
        empty={empty}
        onClear={() => change(notFiltered)}
      />
    </>
  )
}

interface EntriesProps extends Pick<Props, 'search' | 'empty'> {
  query: UseInfiniteQueryResult
  entries: AuditEntry[] | undefined
  isWhole: boolean
  onClear: () => unknown
}

function Entries({ query, entries, search, isWhole, empty, onClear }: EntriesProps) {
  const { error, refetch, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (error) return <LoadFailure what="The activity" error={error} onRetry={refetch} />
  if (!entries) return <LoadingLines name="the activity" lines={12} />
  if (entries.length === 0) {
    const isNarrowed = Object.values(search).some((part) => part !== undefined)
    const { from, to } = filterOf(search)
    const why = from && to && to < from && `${END_BEFORE_START}.`
    return isNarrowed ? (
      <NothingFound many="entries" why={why} onClear={onClear} />
    ) : (
      <EmptyState title="Nothing yet" text={empty} />
    )
  }
  return (
    <div aria-busy={isPlaceholderData}>
      <AuditRows entries={entries} isWhole={isWhole} hasOlder={hasNextPage} />
      {hasNextPage && (
        <ShowOlder className={classes.older} loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </div>
  )
}

interface DayPickerProps {
  from: string | undefined
  to: string | undefined
  onChange: (moments: { from?: string | undefined; to?: string | undefined }) => unknown
}

const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** One of the last seven days, or any span to the minute. */
function DayPicker({ from, to, onChange }: DayPickerProps) {
  return (
    <>
      <fieldset className={classes.week}>
        <legend className="spoken">One day</legend>
        {WEEK.map((daysAgo) => {
          const day = dayText(daysAgo)
          const isChosen = from === day && to === day
          return (
            <UnstyledButton
              key={day}
              className={classes.pick}
              aria-pressed={isChosen}
              onClick={() => void onChange({ from: isChosen ? undefined : day, to: isChosen ? undefined : day })}
            >
              {formatDate(`${day}T12:00`, 'day')}
            </UnstyledButton>
          )
        })}
      </fieldset>
      <MomentField label="From" value={from} onChange={(value) => onChange({ from: value, to })} />
      <MomentField label="To" value={to} onChange={(value) => onChange({ from, to: value })} />
    </>
  )
}

interface MomentFieldProps {
  label: string
  /** 2026-11-21 or 2026-11-21T14:30 */
  value: string | undefined
  onChange: (value: string | undefined) => unknown
}

/** A day, optionally with a time; a time alone means today. */
function MomentField({ label, value = '', onChange }: MomentFieldProps) {
  const [day = '', time = ''] = value.split('T')
  const change = (date: string, clock: string) => onChange(date ? [date, clock].filter(Boolean).join('T') : undefined)
  return (
    <div className={classes.moment}>
      <TextInput
        type="date"
        size="xs"
        label={label}
        value={day}
        onChange={({ currentTarget }) => void change(currentTarget.value, time)}
      />
      <TextInput
        type="time"
        size="xs"
        aria-label={`${label}, time`}
        value={time}
        onChange={({ currentTarget }) => void change(day || dayText(), currentTarget.value)}
      />
    </div>
  )
}

/** The whole day, or the whole minute, is meant: from its first moment to its last. */
const startOf = (value: string) => new Date(value.includes('T') ? value : `${value}T00:00`).toISOString()
const endOf = (value: string) => new Date(`${value}${value.includes('T') ? '' : 'T23:59'}:59.999`).toISOString()
