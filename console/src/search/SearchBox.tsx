import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { searchProblem } from '@hikmah/contract/common'
import { organizationName } from '@hikmah/contract/organizations/words'
import type { Permission } from '@hikmah/contract/permissions'
import {
  CONSOLE_TEAM,
  FIND_ANYTHING,
  type Found,
  type FoundKind,
  MAX_FOUND,
  MAX_FOUND_OF_KIND,
  ORGANIZATION_TEAMS,
  search,
} from '@hikmah/contract/search'
import { readSearch } from '@hikmah/contract/typed'
import { Button, Combobox, Kbd, TextInput, UnstyledButton, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type StaticDataRouteOption, useRouter } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { read, useCurrentUser } from '../kit/api/data.ts'
import { local } from '../kit/api/session.ts'
import { Dialog } from '../kit/feedback/messages.tsx'
import { breakable } from '../kit/format/breakable.tsx'
import { plural } from '../kit/format/texts.ts'
import { Icon, type IconName } from '../kit/icons/icons.tsx'
import { pathOf, screens } from '../screens.ts'
import { splitByMarks } from './marks.ts'
import classes from './search-box.module.css'

// With what the lists show their states by: the box opens without it.
const FoundStatus = lazy(() => import('./FoundStatus.tsx').then((it) => ({ default: it.FoundStatus })))

interface Props {
  typed: string
  onType: (typed: string) => void
  onClose: () => void
}

export const SearchBox = (props: Props) => (
  <Dialog title={FIND_ANYTHING} onClose={props.onClose} size={720} isGrowing isWhole>
    <SearchOverAll {...props} />
  </Dialog>
)

function SearchOverAll({ typed, onType, onClose }: Props) {
  const { permissions } = useCurrentUser()
  const { history } = useRouter()
  const store = useCombobox({ opened: true })
  const text = readSearch(typed)
  const unusable = searchProblem(text)
  const link = linkIn(text)
  const [q] = useDebouncedValue(text, 120)
  const isAsked = q !== '' && link.length === 0 && !searchProblem(q)
  const found = useQuery({
    ...read(search.findAnything, { query: { q } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  // The results belong to the current text.
  const isNothing = link.length > 0 || text === '' || unusable !== undefined
  const isCurrent = isNothing || (q === text && !found.isPlaceholderData && !found.isPending)
  const things = text === '' ? recentEntries() : isAsked && !unusable ? entriesOf(found.data?.data ?? []) : []
  const isCut = isAsked && (found.data?.data.length ?? 0) >= MAX_FOUND
  const entries =
    link.length > 0 ? link : [...(text ? [] : things), ...offersFor(text, permissions), ...(text ? things : [])]

  const [activeId, setActiveId] = useState<string | null>(null)
  const shown = entries.map(({ group, href }) => `${group} ${href}`).join('\n')
  const isChoosing = useRef(false)
  const settle = useEffectEvent(() => {
    store.resetSelectedOption()
    setActiveId(entries.length > 0 ? store.selectFirstOption() : null)
    if (isCurrent && isChoosing.current) store.clickSelectedOption()
    if (isCurrent) isChoosing.current = false
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first line is chosen anew whenever others are shown
  useEffect(() => settle(), [shown, isCurrent])

  const fromNowhere = (move: () => string | null) => {
    store.resetSelectedOption()
    return move()
  }
  const moves: Record<string, () => string | null> = {
    ArrowDown: store.selectNextOption,
    ArrowUp: store.selectPreviousOption,
    Home: () => fromNowhere(store.selectNextOption),
    End: () => fromNowhere(store.selectPreviousOption),
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return
    const move = moves[event.key]
    if (move && entries.length > 0) setActiveId(move())
    else if (event.key === 'Enter' && isCurrent) store.clickSelectedOption()
    // Enter during a search opens the first result as soon as it arrives.
    else if (event.key === 'Enter') isChoosing.current = true
    else return
    event.preventDefault()
  }

  function open(href: string) {
    const chosen = entries.find((entry) => entry.href === href)
    if (chosen) remember(chosen)
    onClose()
    history.push(href)
  }

  return (
    <Combobox
      store={store}
      onOptionSubmit={open}
      resetSelectionOnOptionHover={false}
      classNames={{ group: classes.group, groupLabel: classes.groupLabel }}
    >
      <Combobox.EventsTarget withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={FIND_ANYTHING}
          aria-expanded={entries.length > 0}
          aria-controls={store.listId ?? undefined}
          aria-activedescendant={activeId ?? undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Name, email, phone, EIN, MAC, place, id or link"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={press}
          leftSection={<Icon name="search" />}
          leftSectionWidth={44}
          rightSection={
            <UnstyledButton className={classes.close} onClick={onClose}>
              <span className={classes.cancel}>Cancel</span>
              <span className={classes.escape}>
                <span className="spoken">Close </span>
                <Kbd>Esc</Kbd>
              </span>
            </UnstyledButton>
          }
          rightSectionWidth={76}
          classNames={{ input: classes.input }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.list} aria-label="Found">
        {[...Map.groupBy(entries, ({ group }) => group)].map(([group, lines]) => (
          <Combobox.Group key={group} label={<GroupLabel group={group} lines={lines} isCut={isCut} />}>
            {lines.map((entry) => (
              <EntryLine key={entry.href} entry={entry} typed={text} activeId={activeId} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <div className={classes.foot} data-empty={entries.length === 0 || undefined}>
        {entries.length > 0 && (
          <span className={classes.keys} aria-hidden="true">
            <Kbd>↑</Kbd>
            <Kbd>↓</Kbd> move
            <Kbd>↵</Kbd> open
          </span>
        )}
        <p role="status">
          {found.error
            ? 'The search failed.'
            : isCurrent
              ? (unusable ?? totalOf(entries.length, text, isCut))
              : 'Searching…'}
        </p>
        {found.error && (
          <Button variant="default" size="xs" onClick={() => void found.refetch()}>
            Retry
          </Button>
        )}
      </div>
    </Combobox>
  )
}

interface LabelProps {
  group: string
  lines: readonly Entry[]
  /** More was found than is shown. */
  isCut: boolean
}

/** With how many were found, as far as that is known. */
const GroupLabel = ({ group, lines, isCut }: LabelProps) => (
  <>
    {group}{' '}
    <span className={classes.count}>
      {lines.length}
      {lines[0]?.type && (isCut || lines.length >= MAX_FOUND_OF_KIND) && '+'}
    </span>
  </>
)

function EntryLine({ entry, typed, activeId }: { entry: Entry; typed: string; activeId: string | null }) {
  const { group, href, icon, title, detail, type, status = null } = entry
  const id = `found-${group}-${href}`.replace(/[^\w-]/g, '_')
  return (
    <Combobox.Option id={id} value={href} className={classes.line} aria-selected={id === activeId}>
      <Icon name={icon} />
      <span className={classes.words}>
        <bdi>
          <Marked text={title} typed={typed} />
        </bdi>
        {detail && (
          <small>
            <Marked text={detail} typed={typed} />
          </small>
        )}
      </span>
      <Suspense>{type && status && <FoundStatus type={type} status={status} />}</Suspense>
    </Combobox.Option>
  )
}

/** Only what was typed itself: a name may also be found by another spelling of it, or by what is not shown. */
const Marked = ({ text, typed }: { text: string; typed: string }) =>
  splitByMarks(text, typed).map((piece, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
    i % 2 ? <mark key={i}>{breakable(piece)}</mark> : <Fragment key={i}>{breakable(piece)}</Fragment>,
  )

function totalOf(count: number, text: string, isCut: boolean): string {
  if (count > 0) return `${isCut ? 'The best ' : ''}${plural(count, 'result')}`
  return /\do|o\d/i.test(text)
    ? `No results for “${text}”. Try the digit 0 instead of the letter O.`
    : `No results for “${text}”. Try a name, phone, EIN, MAC or order number.`
}

const MAX_RECENT = 5

/** The last entries opened from the box, newest first, kept in this browser until sign-out. */
export function recentEntries(): Entry[] {
  try {
    return JSON.parse(local.get('recentlyFound') ?? '[]') as Entry[]
  } catch {
    return []
  }
}

export function remember(entry: Entry) {
  const others = recentEntries().filter(({ href }) => href !== entry.href)
  const { type: _type, status: _status, ...lasting } = entry
  local.set('recentlyFound', JSON.stringify([{ ...lasting, group: 'Recent' }, ...others].slice(0, MAX_RECENT)))
}

export interface Entry {
  group: string
  title: string
  detail: string
  icon: IconName
  href: string
  /** Of what the server found just now. */
  type?: FoundKind
  status?: string | null
}

const kinds: Record<FoundKind, { group: string; icon: IconName }> = {
  organization: { group: 'Organizations', icon: 'dome' },
  member: { group: ORGANIZATION_TEAMS, icon: 'people' },
  invite: { group: 'Invites', icon: 'mail' },
  taxReview: { group: 'Tax reviews', icon: 'checklist' },
  device: { group: 'Devices', icon: 'device' },
  invoice: { group: 'Invoices', icon: 'receipt' },
  application: { group: 'Applications', icon: 'box' },
  integration: { group: 'Integrations', icon: 'box' },
  order: { group: 'Orders', icon: 'receipt' },
  campaign: { group: 'Campaigns', icon: 'megaphone' },
  staff: { group: CONSOLE_TEAM, icon: 'person' },
  demoRequest: { group: 'Demo requests', icon: 'mail' },
  contactInquiry: { group: 'Contact inquiries', icon: 'speech' },
}

/** Where each kind of thing is shown, as the screens say. */
const shownAt = Object.assign({}, ...screens.map((screen) => screen.options.staticData?.finds)) as Partial<
  Record<FoundKind, (found: Found) => string>
>

/** The results with their addresses; results that no screen shows are left out. */
export const entriesOf = (found: readonly Found[]): Entry[] =>
  found.flatMap((one) => {
    const href = shownAt[one.type]?.(one)
    const title = one.type === 'organization' ? organizationName(one.title) : one.title
    return href ? [{ ...kinds[one.type], title, detail: one.detail, href, type: one.type, status: one.status }] : []
  })

const PAGES = 'Pages and actions'
type Offered = Entry & { permission: Permission }

const pages: Offered[] = screens.flatMap((screen) => {
  const { items = [], actions = [] }: StaticDataRouteOption = screen.options.staticData ?? {}
  return [...items.filter(({ mode }) => mode !== 'organization'), ...actions].map(({ label, icon, permission }) => ({
    group: PAGES,
    title: label,
    detail: '',
    icon,
    permission,
    href: pathOf(screen),
  }))
})

/** The pages and actions with words that start like the text; without text only the actions. */
export function offersFor(text: string, permissions: readonly Permission[]): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, icon }: Entry) => {
    const named = ` ${title.toLowerCase().replaceAll('/', ' ')}`
    return words.length > 0 ? words.every((word) => named.includes(` ${word}`)) : icon === 'plus'
  }
  return pages.filter((offer) => permissions.includes(offer.permission) && isMeant(offer))
}

export function linkIn(text: string): Entry[] {
  const url = URL.parse(text)
  if (url?.origin !== location.origin) return []
  const href = url.pathname + url.search + url.hash
  return [{ group: 'Link', title: 'Open this page', detail: href, icon: 'open', href }]
}
