import { Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useShortcut } from '../feedback/shortcuts.ts'
import { Icon } from '../icons/icons.tsx'
import { useListSearch } from './list-search.ts'
import classes from './SearchField.module.css'

/** Searches while one types. The address holds the words; `/` comes here from anywhere on the page. */
export function SearchField({ label }: { label: string }) {
  const { search, change } = useListSearch()
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string>()
  const [seen, setSeen] = useState(search.q)
  const send = useDebouncedCallback((q: string, page: string) => {
    // Who went on to another page meanwhile does not search there.
    if (location.pathname === page) void change({ q: q.trim() || undefined }, true)
  }, 250)
  useShortcut('/', 'Search', () => field.current?.focus())

  // Back or a link changed the words: they win over what was typed.
  if (seen !== search.q) {
    setSeen(search.q)
    if ((search.q ?? '') !== draft?.trim()) setDraft(undefined)
  }

  const type = (text: string) => {
    setDraft(text)
    send(text, location.pathname)
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
      value={draft ?? search.q ?? ''}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type('')
      }}
      leftSection={<Icon name="search" />}
      rightSection={<Kbd className={classes.key}>/</Kbd>}
      rightSectionPointerEvents="none"
    />
  )
}
