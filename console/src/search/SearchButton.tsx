import { Kbd, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './search.module.css'

// Loaded when it is first opened.
const SearchBox = lazy(() => import('./SearchBox.tsx').then((it) => ({ default: it.SearchBox })))

/** Opens the search over everything, as Ctrl+K does on any page. On small screens it is its icon alone. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  useShortcut('Ctrl+k', 'Find anything', () => setOpen(true), { whileTyping: true })
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        title="Find anything (Ctrl+K)"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={classes.word}>Search</span>
        <Kbd className={classes.key} aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Suspense>{isOpen && <SearchBox onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
