import { Kbd, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useShortcut } from '../feedback/shortcuts.ts'
import { Icon } from '../icons/icons.tsx'
import { areRowsComing, enterRows, stopWaiting, waitForRows } from '../row/row-keys.ts'
import { useListSearch } from './list-search.ts'
import classes from './SearchField.module.css'

/** Searches as you type. The address holds the words; `/` comes here from anywhere on the page, ↓ and Enter lead on to the rows. */
export function SearchField({ label }: { label: string }) {
  const { search, change } = useListSearch()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [seen, setSeen] = useState(search.q)
  const send = useDebouncedCallback((q: string, page: string) => {
    // Does not search if the person has moved on to another page.
    if (location.pathname === page) void change({ q: q.trim() || undefined }, true)
  }, 250)
  useShortcut('/', 'Search', () => field.current?.focus())

  // Back or a link changed the words: they win over what was typed.
  if (seen !== search.q) {
    setSeen(search.q)
    if ((search.q ?? '') !== draft?.trim()) setDraft(undefined)
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
    const isShown = value.trim() === (search.q ?? '')
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
      maxLength={100}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<Icon name="search" />}
      rightSection={
        value ? (
          <UnstyledButton className={classes.clear} aria-label="Clear the search" onClick={clear}>
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
