import { SHORTEST_PART } from '@hikmah/contract/audit'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useRef, useState } from 'react'
import { useShortcut } from '../kit/feedback/shortcuts.ts'
import { Icon } from '../kit/icons/icons.tsx'

interface Props {
  value: string | undefined
  /** Whom to choose from: what to query, and the organization if the query does not name one. */
  known: { value: string; label?: string }[]
  onChange: (actor: string | undefined) => unknown
}

/**
 * The person whose entries to show. It follows what is typed from as many characters on as find a part of a name; what
 * is shorter counts by Enter or when the field is left.
 */
export function ActorField({ value, known, onChange }: Props) {
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
