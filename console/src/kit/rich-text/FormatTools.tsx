import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Icon, type IconName } from '../icons/icons.tsx'
import classes from './RichTextField.module.css'

const tools = [
  { name: 'bold', label: 'Bold', icon: 'bold' },
  { name: 'italic', label: 'Italic', icon: 'italic' },
  { name: 'underline', label: 'Underline', icon: 'underline' },
  { name: 'bulletList', label: 'Bulleted list', icon: 'bullets' },
  { name: 'orderedList', label: 'Numbered list', icon: 'numbers' },
] as const satisfies { name: string; label: string; icon: IconName }[]

export type ToolName = (typeof tools)[number]['name']
export const toolNames = tools.map(({ name }) => name)

interface Props {
  /** Which hold where the text is edited now. */
  active: readonly ToolName[]
  onUse: (tool: ToolName) => void
}

/** One stop of the Tab key; the arrows lead from tool to tool. */
export function FormatTools({ active, onUse }: Props) {
  const [at, setAt] = useState(0)

  function walk({ key, currentTarget }: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key]
    if (to === undefined) return
    const all = [...currentTarget.querySelectorAll('button')]
    all.at(to % all.length)?.focus()
  }

  return (
    <div className={classes.tools} role="toolbar" aria-label="Format" tabIndex={-1} onKeyDown={walk}>
      {tools.map(({ name, label, icon }, place) => (
        <ActionIcon
          key={name}
          variant="subtle"
          size={28}
          title={label}
          aria-label={label}
          aria-pressed={active.includes(name)}
          tabIndex={place === at ? 0 : -1}
          onFocus={() => setAt(place)}
          // Pressing a tool must not take the selection out of the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(name)}
        >
          <Icon name={icon} />
        </ActionIcon>
      ))}
    </div>
  )
}
