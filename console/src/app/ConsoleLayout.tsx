import { roleLabels } from '@hikmah/contract/permissions'
import { CONSOLE_NAME } from '@hikmah/contract/words'
import { ActionIcon, Kbd, type MantineColorScheme, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { whyNoAnswer } from '../kit/api/api.ts'
import { useCurrentUser, useCurrentUserIfLoaded } from '../kit/api/data.ts'
import { local } from '../kit/api/session.ts'
import { Avatar } from '../kit/display/Pictures.tsx'
import { SandboxMark } from '../kit/display/StatusBadge.tsx'
import { useIsNarrow } from '../kit/display/viewport.ts'
import { Dialog } from '../kit/feedback/messages.tsx'
import { shortcuts, useShortcut } from '../kit/feedback/shortcuts.ts'
import { breakable } from '../kit/format/breakable.tsx'
import { serverNow } from '../kit/format/server-time.ts'
import { formatDate, fullName, zoneText } from '../kit/format/texts.ts'
import { exactDates } from '../kit/format/When.tsx'
import { Icon } from '../kit/icons/icons.tsx'
import { TrailSlot } from '../kit/page/Page.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '../kit/popup/Menu.tsx'
import { SearchButton } from '../search/SearchButton.tsx'
import { SignInAgain, signOutAfterAsking } from '../sign-in/session-end.tsx'
import { useNavigationCountsWatch, usePretense, useRelease } from '../sitemap/navigation-counts.ts'
import classes from './ConsoleLayout.module.css'
import { PageLoading } from './PageStates.tsx'
import { SideNavigation } from './SideNavigation.tsx'

// Loaded when it is first opened: wide screens never do.
const NavigationDrawer = lazy(() => import('./NavigationDrawer.tsx').then((it) => ({ default: it.NavigationDrawer })))

export function ConsoleLayout() {
  const [trailSlot, setTrailSlot] = useState<HTMLElement | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [wasMenuOpen, setWasMenuOpen] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const now = new Date(serverNow())
  const isKnown = useCurrentUserIfLoaded() !== undefined
  const isNarrow = useIsNarrow()
  // Where the side is hidden, it is drawn after what is visible.
  const isSideBuilt = useDeferredValue(true, !isNarrow)
  const fold = useFold()

  function openMenu() {
    setWasMenuOpen(true)
    setMenuOpen(true)
  }

  function dismissMenu() {
    setMenuOpen(false)
    burger.current?.focus()
  }

  return (
    <div className={classes.frame} data-folded={fold?.isFolded || undefined}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <div className={classes.side}>{isSideBuilt && <SideNavigation fold={fold} />}</div>
      <Suspense>
        {wasMenuOpen && (
          <NavigationDrawer isOpen={isMenuOpen} onChoose={() => setMenuOpen(false)} onDismiss={dismissMenu} />
        )}
      </Suspense>
      <header className={classes.header}>
        <ActionIcon
          ref={burger}
          className={classes.burger}
          size={44}
          aria-label="Menu"
          aria-expanded={isMenuOpen}
          onClick={openMenu}
        >
          <Icon name="menu" />
        </ActionIcon>
        <span className={classes.name}>{CONSOLE_NAME}</span>
        <div ref={setTrailSlot} className={classes.trail} />
        {/* Finding the time zone is slow, so small screens, where it is hidden, skip it. */}
        {!isNarrow && (
          <span className={classes.date}>
            {formatDate(now.getTime(), 'day, year')}. Times in {zoneText(now)}
          </span>
        )}
        <div className={classes.tools}>
          {isKnown && <Pretense />}
          {isKnown && <SearchButton />}
          <ShortcutsHelp />
          <ColorSchemeSwitch />
          {isKnown && <UserMenu />}
        </div>
      </header>
      <main id="content" className={classes.main} tabIndex={-1}>
        {isKnown && <Connection />}
        {isKnown && <ChangePasswordBanner />}
        <TrailSlot value={trailSlot}>
          <Suspense fallback={<PageLoading />}>
            <Screen />
          </Suspense>
        </TrailSlot>
      </main>
      {isKnown && <SignInAgain />}
    </div>
  )
}

/** Whether the navigation beside a desk is folded; undefined where it never is, as on a screen with room for both. */
function useFold() {
  const isDesk = useMatches({ select: (matches) => matches.at(-1)?.staticData.isDesk ?? false })
  const hasRoom = useMediaQuery('(min-width: 1680px), (max-width: 899px)', false, { getInitialValueInEffect: false })
  const [isFolded, setFolded] = useState(() => local.get('navigation') !== 'unfolded')
  if (!isDesk || hasRoom) return undefined
  return {
    isFolded,
    toggle: () => {
      local.set('navigation', isFolded ? 'unfolded' : 'folded')
      setFolded(!isFolded)
    },
  }
}

/** The first screen is deferred, so that React renders it piece by piece; the router would render it in one go. */
function Screen() {
  const isResolved = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation !== undefined })
  return useDeferredValue(isResolved, false) ? <Outlet /> : <PageLoading />
}

/** On every page while no money moves; where payments are real, nothing. */
function Pretense() {
  const pretense = usePretense()
  return pretense && <SandboxMark kind={pretense} isInHeader />
}

/** Says that the server cannot be reached, until it answers again. */
function Connection() {
  const lastAnswer = useNavigationCountsWatch()
  return (
    <div role="status" className={classes.connection}>
      {lastAnswer && (
        <p className={classes.notice}>
          <Icon name="alert" />
          <span>
            {whyNoAnswer()}. Last updated at {formatDate(lastAnswer, 'h:mm A')}. Nothing can be saved.
          </span>
        </p>
      )}
    </div>
  )
}

/** Asks people whose password was chosen by somebody else to choose their own. */
function ChangePasswordBanner() {
  if (!useCurrentUser().passwordSetByOther) return null
  return (
    <section className={classes.notice} aria-label="Your password">
      <Icon name="key" />
      <span>
        Somebody else chose your password. <a href="/change-password">Change it</a> to one that only you know.
      </span>
    </section>
  )
}

const choices = [
  { value: 'auto', label: 'Match system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies { value: MantineColorScheme; label: string }[]

function ColorSchemeSwitch() {
  // To switch transitions off Mantine writes a style as HTML, which the policy of the page refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <Menu
      name="Color scheme"
      button={(props) => (
        <ActionIcon {...props} className={classes.tool} size={32} aria-label="Color scheme" title="Color scheme">
          <Icon name="sun" />
        </ActionIcon>
      )}
    >
      {choices.map(({ value, label }) => (
        <MenuItem key={value} isChosen={colorScheme === value} onClick={() => setColorScheme(value)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

function ShortcutsHelp() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('?', 'Keyboard shortcuts', () => setOpen(true))
  return (
    <>
      <ActionIcon
        className={classes.tool}
        size={32}
        aria-label="Shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => setOpen(true)}
      >
        <Icon name="help" />
      </ActionIcon>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title="Keyboard shortcuts" size="sm">
          <dl className={classes.keys}>
            {shortcuts().map(({ key, does }) => (
              <div key={key} style={{ display: 'contents' }}>
                <dt>
                  <Kbd>{key}</Kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  )
}

function UserMenu() {
  const isExact = useSelector(exactDates)
  const navigate = useNavigate()
  const me = useCurrentUser()
  const { userName, role, imageDetails } = me
  const name = fullName(me)
  const roleLabel = role[0] && roleLabels[role[0].roles]
  const release = useRelease()
  return (
    <Menu
      name="Account"
      label={
        <>
          {name}, {roleLabel}
          <br />
          {breakable(userName)}
          <br />
          {release && `Version ${release}`}
        </>
      }
      button={(props) => (
        <UnstyledButton {...props} className={classes.user}>
          <span className="spoken-narrow">
            {name} <small>{roleLabel}</small>
          </span>
          <Avatar name={name} image={imageDetails.image} />
        </UnstyledButton>
      )}
    >
      <MenuLink to="/admin-profile" icon="person">
        Profile
      </MenuLink>
      <MenuLink to="/sessions" icon="device">
        My sessions
      </MenuLink>
      <MenuItem icon="clock" onClick={() => exactDates.set(!isExact)}>
        {isExact ? 'Show short dates' : 'Show exact dates'}
      </MenuItem>
      <MenuLine />
      <MenuItem icon="leave" onClick={() => void signOutAfterAsking(() => navigate({ to: '/dashboard' }))}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
