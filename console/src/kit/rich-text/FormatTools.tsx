import { ActionIcon } from '@mantine/core'
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

export const FormatTools = ({ active, onUse }: Props) => (
  <div className={classes.tools} role="toolbar" aria-label="Format">
    {tools.map(({ name, label, icon }) => (
      <ActionIcon
        key={name}
        variant="subtle"
        size={28}
        title={label}
        aria-label={label}
        aria-pressed={active.includes(name)}
        // Pressing a tool must not take the selection out of the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onUse(name)}
      >
        <Icon name={icon} />
      </ActionIcon>
    ))}
  </div>
)
