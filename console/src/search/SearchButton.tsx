import { FIND_ANYTHING } from '@hikmah/contract/search'
import { Kbd, UnstyledButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './search-button.module.css'

// Loaded when it is first opened.
const SearchBox = lazy(() => import('./SearchBox.tsx').then((it) => ({ default: it.SearchBox })))

/** Letters typed before the box has the focus go into it, and not to the shortcuts of the page. */
function useTypeAhead(isOpen: boolean, type: (letter: string) => void) {
  const act = useEffectEvent(type)
  useEffect(() => {
    if (!isOpen) return
    const take = (event: KeyboardEvent) => {
      const isThere = document.activeElement?.closest('[role="dialog"]')
      if (isThere || /^[ -~]{2,}$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      act(event.key)
    }
    document.addEventListener('keydown', take, true)
    return () => document.removeEventListener('keydown', take, true)
  }, [isOpen])
}

/** Opens the search over everything, as Ctrl+K does on any page. On small screens only its icon is shown. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  useShortcut('Ctrl+K', FIND_ANYTHING, () => setOpen(true), { whileTyping: true })
  useTypeAhead(isOpen, (letter) => setTyped((before) => before + letter))

  function close() {
    setOpen(false)
    setTyped('')
  }
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        title={`${FIND_ANYTHING} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className="spoken-narrow">Search</span>
        <Kbd className={classes.key} aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Suspense>{isOpen && <SearchBox typed={typed} onType={setTyped} onClose={close} />}</Suspense>
    </>
  )
}
