import { type ArrivalKind, navigation as navigationCalls, type OrganizationCounts } from '@hikmah/contract/navigation'
import { organizations } from '@hikmah/contract/organizations/endpoints'
import { organizationName } from '@hikmah/contract/organizations/words'
import { can, isStaffRole, type Permission } from '@hikmah/contract/permissions'
import { CONSOLE_NAME } from '@hikmah/contract/words'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { type PartQuery, read, readPart, useCurrentUserIfLoaded } from '../kit/api/data.ts'
import { local } from '../kit/api/session.ts'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { countText } from '../kit/format/texts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { Mark } from '../kit/icons/public-icons.tsx'
import { Hint } from '../kit/popup/Hint.tsx'
import type { NavigationItem } from '../sitemap/console-route.ts'
import { navigationCounts, useWaiting } from '../sitemap/navigation-counts.ts'
import { type LaterItem, navigation, type ShownItem } from './arrange-navigation.ts'
import classes from './SideNavigation.module.css'

/** Based on the role kept in the browser, until the server says who is signed in. */
function isLikely(permission: Permission): boolean {
  const role = local.get('role')
  return isStaffRole(role) && can(role, permission)
}

interface Props {
  onChoose?: () => void
  /** Beside a desk. */
  fold?: { isFolded: boolean; toggle: () => void } | undefined
}

export function SideNavigation({ onChoose, fold }: Props) {
  const { mode = 'normal', under } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const me = useCurrentUserIfLoaded()
  const organizationId = useOrganizationId()
  const id = useId()
  // Until the organization is known, its items would lead nowhere.
  const groups = mode === 'organization' && !organizationId ? [] : navigation[mode]
  const mayOpen = (item: ShownItem) =>
    !('permission' in item) || (me ? me.permissions.includes(item.permission) : isLikely(item.permission))

  return (
    <nav className={classes.nav} aria-label="Main" data-folded={fold?.isFolded || undefined}>
      <div className={classes.brand}>
        <Mark />
        <span className={classes.label}>{CONSOLE_NAME}</span>
      </div>
      {mode !== 'normal' && <WayBack mode={mode} isFolded={fold?.isFolded} onChoose={onChoose} />}
      {mode === 'organization' && organizationId && <OrganizationName id={organizationId} />}
      {groups.map(({ label, items }) => (
        <Group key={label ?? ''} label={label}>
          {items.filter(mayOpen).map((item) => (
            <li key={item.label}>
              {'to' in item ? (
                <Hint label={fold?.isFolded && item.label} side="right">
                  <Link
                    to={item.to}
                    // In organization mode the organization's id fills `$id`.
                    params={{ id: organizationId ?? '', orgId: organizationId ?? '' }}
                    className={classes.item}
                    aria-current={item.label === under ? 'true' : undefined}
                    activeProps={{ 'aria-current': 'page' }}
                    activeOptions={{ exact: true, includeSearch: false }}
                    aria-describedby={`${id}${item.to}`}
                    onClick={onChoose}
                  >
                    <Icon name={item.icon} />
                    <span className={classes.label}>{item.label}</span>
                    {/* Spoken after the name, and no part of it. */}
                    <span id={`${id}${item.to}`} className={classes.count} aria-hidden="true">
                      {item.counts && <Count of={item.counts} />}
                      {item.organizationCounts && organizationId && (
                        <OrganizationCount of={item.organizationCounts} orgId={organizationId} />
                      )}
                      {item.waits && <Waiting of={item.waits} />}
                    </span>
                  </Link>
                </Hint>
              ) : (
                <LaterEntry {...item} />
              )}
            </li>
          ))}
        </Group>
      ))}
      {fold && <FoldButton {...fold} />}
    </nav>
  )
}

function FoldButton({ isFolded, toggle }: NonNullable<Props['fold']>) {
  const does = isFolded ? 'Unfold the navigation' : 'Fold the navigation'
  useShortcut('[', does, toggle)
  return (
    <div className={classes.fold}>
      <Hint label={isFolded && `${does}, [`} side="right">
        <button type="button" className={classes.item} aria-expanded={!isFolded} onClick={toggle}>
          <Icon name="side" />
          <span className={classes.label}>{does}</span>
        </button>
      </Hint>
    </div>
  )
}

/** The organization that the screen is about: as its address says, or as what it shows does. */
function useOrganizationId(): string | undefined {
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const { id, orgId } = (match?.params ?? {}) as { id?: string; orgId?: string }
  const query = match?.staticData.organizationId?.({ params: match.params, search: match.search })
  const { data } = useQuery(query ?? NONE)
  return orgId ?? id ?? data
}

const NONE: PartQuery<string> = { queryKey: ['none'], queryFn: skipToken }

function Group({ label, children }: { label?: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <>
      {label && (
        <div className={`caps ${classes.group}`}>
          <span id={id}>{label}</span>
        </div>
      )}
      <ul aria-labelledby={label && id}>{children}</ul>
    </>
  )
}

/** Something planned: it says what it will come with instead of leading nowhere. */
function LaterEntry({ label, icon, comesWith }: LaterItem) {
  const id = useId()
  return (
    <Hint label={`${label}: ${comesWith}`} side="right">
      {/* A button keeps it reachable by keyboard, so that everybody learns why. */}
      <button type="button" className={classes.item} aria-disabled="true" aria-describedby={id}>
        <Icon name={icon} />
        <span className={classes.label}>{label}</span>
        <span id={id} hidden>
          {comesWith}
        </span>
      </button>
    </Hint>
  )
}

function Count({ of }: { of: NonNullable<NavigationItem['counts']> }) {
  const { data } = useQuery({ ...navigationCounts, select: ({ data }) => data[of] })
  return <SpokenCount count={data} is={of === 'taxReviews' ? 'waiting' : 'in all'} />
}

/** What the number counts is in its tooltip, and for screen readers. */
const SpokenCount = ({ count = -1, is }: { count: number | undefined; is: string }) =>
  count >= 0 && (
    <span title={`${countText(count)} ${is}`}>
      {countText(count)}
      <span className="spoken"> {is}</span>
    </span>
  )

function OrganizationCount({ of, orgId }: { of: keyof OrganizationCounts; orgId: string }) {
  const { data } = useQuery(
    readPart(navigationCalls.readOrganizationCounts, { params: { orgId } }, (counts) => counts[of]),
  )
  return <SpokenCount count={data} is="in all" />
}

const Waiting = ({ of }: { of: readonly ArrivalKind[] }) => <SpokenCount count={useWaiting(of)} is="waiting" />

interface WayBackProps {
  mode: 'organization' | 'communication'
  isFolded: boolean | undefined
  onChoose?: () => void
}

function WayBack({ mode, isFolded, onChoose }: WayBackProps) {
  const [to, label] =
    mode === 'organization'
      ? (['/admin-organization', 'Organizations'] as const)
      : (['/dashboard', 'Dashboard'] as const)
  return (
    <Hint label={isFolded && `Back to ${label}`} side="right">
      <Link className={classes.item} to={to} aria-label={`Back to ${label}`} onClick={onChoose}>
        <Icon name="back" />
        <span className={classes.label}>{label}</span>
      </Link>
    </Hint>
  )
}

function OrganizationName({ id }: { id: string }) {
  const { data, error } = useQuery(read(organizations.readOrganization, { params: { id } }))
  const name = data?.data.orgName
  useEffect(() => {
    if (name) local.set('organame', name)
  }, [name])
  if (error && !data) return null
  return (
    <div className={classes.organization}>
      <div>{data && <bdi translate="no">{organizationName(data.data.orgName)}</bdi>}</div>
      <small>{data?.data.orgShortName}</small>
    </div>
  )
}
