import { UNANSWERED } from '@hikmah/contract/communication/schemas'
import { fullName } from '@hikmah/contract/words'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import desk from '../kit/desk/desk.module.css'
import rail from '../kit/desk/rail.module.css'
import { findBeside, useKeptInView, useTurns } from '../kit/desk/turns.ts'
import { ageText, countText, initials } from '../kit/format/texts.ts'
import { Age } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { LoadFailure } from '../kit/page/ListStates.tsx'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import { Deferred, LinkTo } from '../kit/page/Page.tsx'
import { applicationCodes, ConversationStatusBadge } from './ConversationBadges.tsx'
import classes from './conversation-desk.module.css'
import type { Conversation, ConversationRow, DeskKind, DeskSearch } from './desk-kinds.ts'

const idsOf = (rows: ConversationRow[]) => rows.map(({ _id }) => _id)

interface Queued {
  data: ConversationRow[]
  meta: { total: number; counts: Record<string, number> }
}

export type ReadOne = Pick<UseQueryResult<{ data: Conversation }>, 'data' | 'isFetching' | 'isError'>

/** The status whose list stands beside the open one: its own as it was opened, so that an answer leaves the list as it is. */
function useTab(id: string, { status }: DeskSearch, one: ReadOne, row: ConversationRow | undefined) {
  const [opened, setOpened] = useState<{ id: string; status: string }>()
  if (one.data && !one.isFetching && opened?.id !== id) setOpened({ id, status: one.data.data.status })
  const own = opened?.id === id ? opened.status : (row?.status ?? opened?.status)
  return status ?? own ?? (one.isError ? UNANSWERED : undefined)
}

/** The list in its order, the place of the open one in it, and how to move on. J and K do so too. */
export function useConversationQueue(
  kind: DeskKind,
  id: string,
  search: DeskSearch,
  one: ReadOne,
  row: ConversationRow | undefined,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const tab = useTab(id, search, one, row)
  // Of one of the two lists, whose rows are of one kind.
  const queryOf = (status: string | undefined) =>
    kind.readQueue({ ...search, status }) as unknown as { queryKey: string[]; queryFn: () => Promise<Queued> }
  const queue = useQuery({ ...queryOf(tab), enabled: tab !== undefined })
  const listed = tab === undefined ? undefined : queue.data
  const ids = idsOf(listed?.data ?? [])
  const place = ids.indexOf(id)
  const next = findBeside(ids, id, 1)

  // The next one is there when it is opened.
  useEffect(() => {
    if (next) void client.prefetchQuery(kind.readOne(next) as never)
  }, [client, next, kind])

  const { openNext } = useTurns({
    what: kind.one,
    current: id,
    load: async () => {
      if (listed) return idsOf(listed.data)
      const status =
        tab ?? (await client.ensureQueryData<{ data: Conversation }>(kind.readOne(id) as never)).data.status
      return idsOf((await client.ensureQueryData<Queued>(queryOf(status) as never)).data)
    },
    open: (to) => navigate(kind.at(to, search)),
  })
  const total = listed?.meta.total
  const placeText =
    total === undefined
      ? undefined
      : place < 0
        ? `${countText(total)} in the list`
        : `${place + 1} of ${countText(total)}`
  return { queue, tab, listed, placeText, before: place > 0 ? ids[place - 1] : undefined, next, openNext }
}

type Queue = ReturnType<typeof useConversationQueue>

interface Props {
  kind: DeskKind
  id: string
  row: ConversationRow | undefined
  search: DeskSearch
  statuses: { value: string; label: string }[]
  queue: Queue
}

export function ConversationRail({ kind, id, row: opened, search, statuses, queue: { queue, tab, listed } }: Props) {
  const rows = listed?.data
  const { total = 0, counts = {} } = listed?.meta ?? {}
  // Of its status, but behind the first hundred, or left out as suspected spam.
  const isBeyond =
    opened?.status === tab && !rows?.some(({ _id }) => _id === id) && (total > (rows?.length ?? 0) || opened?.spam)
  const isMine = search.assignee === 'me'
  return (
    <nav className={classes.rail} aria-label={`${kind.title} list`}>
      <div className={`${desk.band} ${classes.railBand}`}>
        <h2>
          {kind.title} {counts.all !== undefined && <span className={rail.count}>{countText(counts.all)}</span>}
        </h2>
        <div className={desk.sub}>
          <span>{search.q ? `“${search.q}”, oldest first` : 'Oldest first'}</span>
          <span className={classes.whose}>
            {(
              [
                ['Mine', 'me'],
                ['All', undefined],
              ] as const
            ).map(([label, assignee]) => (
              <Link
                key={label}
                {...kind.at(id, { ...search, assignee })}
                replace
                resetScroll={false}
                aria-current={isMine === (assignee === 'me') ? 'true' : undefined}
              >
                {label}
              </Link>
            ))}
          </span>
        </div>
      </div>
      <ul className={classes.tabs} aria-label="Status">
        {statuses.map(({ value, label }) => (
          <li key={value}>
            <Link
              {...kind.at(id, { ...search, status: value })}
              replace
              resetScroll={false}
              aria-current={value === tab ? 'true' : undefined}
            >
              {label} <span>{counts[value] === undefined ? '' : countText(counts[value])}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.railBody}>
        {queue.error && !rows && <LoadFailure what="The list" error={queue.error} onRetry={queue.refetch} />}
        {!rows && !queue.error && (
          <div className={rail.pad}>
            <LoadingLines name="the list" />
          </div>
        )}
        {rows?.length === 0 && !isBeyond && <p className={rail.none}>Nothing here. All of them are answered.</p>}
        {rows && (
          <Deferred>
            <ul>
              {opened && isBeyond && (
                <li>
                  <RailItem kind={kind} row={opened} search={search} isOpen />
                </li>
              )}
              {rows.map((row) => (
                <li key={row._id}>
                  <RailItem kind={kind} row={row} search={search} isOpen={row._id === id} />
                </li>
              ))}
            </ul>
          </Deferred>
        )}
        {rows && total > rows.length && (
          <p className={rail.none}>
            <LinkTo to={kind.list}>and {countText(total - rows.length)} more</LinkTo>
          </p>
        )}
      </div>
    </nav>
  )
}

const nameOf = (row: ConversationRow) => ('message' in row ? row.name : fullName(row.name))
const linesOf = (row: ConversationRow) =>
  'message' in row
    ? { second: row.message, end: row.inquiryType }
    : { second: row.organizationName || row.email, end: applicationCodes(row.applications) }

function RailItem({
  kind,
  row,
  search,
  isOpen,
}: Pick<Props, 'kind' | 'search'> & { row: ConversationRow; isOpen: boolean }) {
  const link = useKeptInView(isOpen)
  const { second, end } = linesOf(row)
  const [assignee] = row.assignee
  const name = nameOf(row)
  return (
    <Link
      ref={link}
      {...kind.at(row._id, search)}
      className={rail.item}
      aria-current={isOpen ? 'page' : undefined}
      // The router's own mark compares whole addresses, also the filters.
      activeProps={{}}
    >
      <span className={rail.line}>
        <b title={name}>
          <bdi>{name}</bdi>
        </b>
        {assignee?._id && (
          <span className={rail.claimed} title={assignee.name}>
            <span className="spoken">Assigned to {assignee.name}</span>
            <span aria-hidden="true">{initials(assignee.name)}</span>
          </span>
        )}
        <span className={rail.age}>
          <Age text={ageText(row.createdAt)} />
        </span>
      </span>
      <span className={`${rail.cut} ${classes.excerpt}`} dir="auto">
        {second}
      </span>
      <span className={rail.line}>
        {row.spam ? (
          <span className={rail.cut}>Suspected spam</span>
        ) : (
          <ConversationStatusBadge status={row.status} bare />
        )}
        <span className={rail.cut}>{end}</span>
      </span>
    </Link>
  )
}

/** The list in one line, where there is no room for it beside the message. */
export function ConversationStrip({ kind, search, queue }: Pick<Props, 'kind' | 'search' | 'queue'>) {
  const { placeText, before, next } = queue
  return (
    <nav className={rail.strip} aria-label="Place in the list">
      {placeText && <LinkTo to={kind.list}>{placeText}</LinkTo>}
      <small className={rail.sorted}>oldest first</small>
      {(
        [
          [before, `Previous ${kind.one}`, 'up'],
          [next, `Next ${kind.one}`, 'down'],
        ] as const
      ).map(([to, label, icon]) =>
        to ? (
          <Link key={label} {...kind.at(to, search)} className={rail.turn} aria-label={label} title={label}>
            <Icon name={icon} />
          </Link>
        ) : (
          <span key={label} className={rail.turn} />
        ),
      )}
    </nav>
  )
}
