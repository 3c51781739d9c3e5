import { UnstyledButton } from '@mantine/core'
import { Icon } from '../icons/icons.tsx'
import classes from './display.module.css'

export function FilterChip({ children, onRemove }: { children: string; onRemove: () => unknown }) {
  return (
    <span className={classes.chip}>
      {children}
      <UnstyledButton className={classes.remove} aria-label={`Remove filter: ${children}`} onClick={() => onRemove()}>
        <Icon name="cross" size={14} />
      </UnstyledButton>
    </span>
  )
}
