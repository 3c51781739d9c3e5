import { ActionIcon } from '@mantine/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react'
import { useCurrentUserIfLoaded } from '../kit/api/current-user.ts'
import { SandboxMark } from '../kit/display/SandboxMark.tsx'
import { formatDate, zoneOf } from '../kit/format/dates.ts'
import { Icon } from '../kit/icons/icons.tsx'
import { useIsNarrow } from '../kit/list/narrow.ts'
import { TrailSlot } from '../kit/page/Page.tsx'
import { SearchButton } from '../search/SearchButton.tsx'
import { SignInAgain } from '../sign-in/SignInAgain.tsx'
import { useNavigationCountsWatch, usePretense } from '../sitemap/navigation-counts.ts'
import { ChangePasswordBanner } from './ChangePasswordBanner.tsx'
import { ColorSchemeSwitch } from './ColorSchemeSwitch.tsx'
import classes from './ConsoleLayout.module.css'
import { PageLoading } from './PageLoading.tsx'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { SideNavigation } from './SideNavigation.tsx'
import { UserMenu } from './UserMenu.tsx'

// Loaded when it is first opened: wide screens never do.
const NavigationDrawer = lazy(() => import('./NavigationDrawer.tsx').then((it) => ({ default: it.NavigationDrawer })))

/** The frame: side navigation (a drawer on small screens), header and the screen. */
export function ConsoleLayout() {
  const [trailSlot, setTrailSlot] = useState<HTMLElement | null>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [wasMenuOpen, setWasMenuOpen] = useState(false)
  const burger = useRef<HTMLButtonElement>(null)
  const now = new Date()
  const isKnown = useCurrentUserIfLoaded() !== undefined
  const isNarrow = useIsNarrow()
  // Where the side is hidden, it is drawn after what is visible.
  const isSideBuilt = useDeferredValue(true, !isNarrow)

  function openMenu() {
    setWasMenuOpen(true)
    setMenuOpen(true)
  }

  function dismissMenu() {
    setMenuOpen(false)
    burger.current?.focus()
  }

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <div className={classes.side}>{isSideBuilt && <SideNavigation />}</div>
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
        <span className={classes.name}>Hikmah Console</span>
        <div ref={setTrailSlot} className={classes.trail} />
        {/* Finding the time zone is slow, so small screens, where it is hidden, skip it. */}
        {!isNarrow && (
          <span className={classes.date}>
            {formatDate(now.getTime(), 'day, year')}. Times in {zoneOf(now)}
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
        {isKnown && <ChangePasswordBanner />}
        <TrailSlot value={trailSlot}>
          <Suspense fallback={<PageLoading />}>
            <Screen />
          </Suspense>
        </TrailSlot>
      </main>
      {isKnown && <SignInAgain />}
      {isKnown && <CountsWatch />}
    </div>
  )
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

function CountsWatch() {
  useNavigationCountsWatch()
  return null
}
