import { type AuditEntry, audit, SHORTEST_PART } from '@hikmah/contract/audit'
import { END_BEFORE_START } from '@hikmah/contract/words'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { read } from '../kit/api/data.ts'
import { FilterChip } from '../kit/display/FilterChip.tsx'
import { Timeline } from '../kit/display/Timeline.tsx'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { ChoiceField } from '../kit/field/TextField.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { EmptyState, LoadFailure, NothingFound } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { ButtonLink, LinkTo } from '../kit/page/Page.tsx'
import classes from './audit.module.css'
import { actorText, ChangeList, entityLabel, entityLabels, entrySign, entryTitle } from './entry-words.tsx'
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
    if ((value ?? '') !== draft?.trim()) setDraft(undefined)
  }

  function show(text: string) {
    const actor = text.trim() || undefined
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
        label="Person"
        placeholder="Full name or e-mail"
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

export const filterOf = ({ actor, entity, id, from, to }: AuditSearch) => ({
  actor,
  entity,
  id,
  from: from && startOf(from),
  to: to && endOf(to),
})

interface Props {
  search: AuditSearch
  /** Only what happened to this organization; without it the whole trail. */
  organization?: string
  /** People to choose from besides those who show. */
  people?: { value: string; label: string }[]
  empty: string
}

export function AuditTrail({ search, organization, people = [], empty }: Props) {
  const { actor, entity, id, from, to, cursor } = search
  const navigate = useNavigate()
  const change = (part: Partial<AuditSearch>, replace = false) =>
    navigate({ to: '.', search: { ...search, cursor: undefined, ...part }, replace, resetScroll: false })
  const entries = useQuery({
    ...read(audit.listAudit, { query: { ...filterOf(search), organization, cursor } }),
    placeholderData: keepPreviousData,
  })
  const names = new Set(people.map(({ label }) => label))
  const shown = new Set(entries.data?.data.map((entry) => entry.actor.name).filter((name) => !names.has(name)))
  const entities = new Set([...Object.keys(entityLabels), ...(entity ? [entity] : [])])

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
            label="About"
            data={[
              { value: '', label: 'Everything' },
              ...[...entities].map((value) => ({ value, label: entityLabel(value) })),
            ]}
            value={entity ?? ''}
            onChange={({ currentTarget }) => void change({ entity: currentTarget.value || undefined, id: undefined })}
          />
        )}
        <MomentField label="From" value={from} onChange={(value) => change({ from: value })} />
        <MomentField label="To" value={to} onChange={(value) => change({ to: value })} />
        {id && (
          <FilterChip onRemove={() => change({ id: undefined })}>
            {`Only ${entries.data?.data[0]?.entityName || id}`}
          </FilterChip>
        )}
      </div>
      <Entries
        query={entries}
        search={search}
        isWhole={!organization}
        empty={empty}
        onClear={() => change({ actor: undefined, entity: undefined, id: undefined, from: undefined, to: undefined })}
      />
    </>
  )
}

interface EntriesProps extends Pick<Props, 'search' | 'empty'> {
  query: UseQueryResult<{ data: AuditEntry[]; meta: { cursor?: number } }>
  isWhole: boolean
  onClear: () => unknown
}

function Entries({ query, search, isWhole, empty, onClear }: EntriesProps) {
  const { data, error, refetch, isPlaceholderData } = query
  if (error) return <LoadFailure what="The activity" error={error} onRetry={refetch} />
  if (!data) return <LoadingLines name="the activity" lines={12} />
  if (data.data.length === 0) {
    const isNarrowed = Object.values(search).some((part) => part !== undefined)
    const { from, to } = filterOf(search)
    const why = from && to && to < from && `${END_BEFORE_START}.`
    return isNarrowed ? (
      <NothingFound many="entries" why={why} onClear={onClear} />
    ) : (
      <EmptyState title="Nothing yet" text={empty} />
    )
  }
  const older = data.meta.cursor
  const { cursor } = search
  return (
    <div className={classes.timeline} aria-busy={isPlaceholderData}>
      <Timeline byDay isWide items={data.data.map((entry) => itemOf(entry, isWhole))} />
      {(older || cursor) && (
        <nav className={classes.turn} aria-label="Pages">
          {cursor && (
            <ButtonLink variant="default" to="." search={{ ...search, cursor: undefined }}>
              Newest
            </ButtonLink>
          )}
          {older && (
            <ButtonLink variant="default" to="." search={{ ...search, cursor: older }}>
              Load older
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}

const itemOf = (entry: AuditEntry, isWhole: boolean) => ({
  key: String(entry.seq),
  ...entrySign(entry),
  title: entryTitle(entry, isWhole),
  at: entry.at,
  by: actorText(entry),
  text: (
    <>
      <ChangeList entry={entry} />
      <details className={classes.request}>
        <summary>Request</summary>
        Entry {entry.seq}, request <code translate="no">{entry.requestId || 'unknown'}</code>, from{' '}
        {entry.ip || 'unknown'}
        {isWhole && entry.entityId && (
          <>
            .{' '}
            <LinkTo to="/audit" search={{ entity: entry.entity, id: entry.entityId }}>
              All about {entry.entityName || 'it'}
            </LinkTo>
          </>
        )}
      </details>
    </>
  ),
})

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
        onChange={({ currentTarget }) => void change(day || today(), currentTarget.value)}
      />
    </div>
  )
}

/** Swedish dates are those of the field: 2026-11-21. */
const today = () => new Date().toLocaleDateString('sv')

/** The whole day, or the whole minute, is meant: from its first moment to its last. */
const startOf = (value: string) => new Date(value.includes('T') ? value : `${value}T00:00`).toISOString()
const endOf = (value: string) => new Date(`${value}${value.includes('T') ? '' : 'T23:59'}:59.999`).toISOString()
