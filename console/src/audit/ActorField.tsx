import { TextInput } from '@mantine/core'
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
 * The person whose entries to show. The trail stores full names or e-mails, so input counts only when complete: chosen
 * from the list, Enter, or leaving the field.
 */
export function ActorField({ value, known, onChange }: Props) {
  const [draft, setDraft] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  useShortcut('/', 'Filter by person', () => field.current?.focus())

  function finish(text: string) {
    setDraft(undefined)
    const actor = text.trim() || undefined
    if (actor !== value) void onChange(actor)
  }
  function type(text: string) {
    if (text === '' || known.some(({ value: one }) => one === text)) finish(text)
    else setDraft(text)
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
