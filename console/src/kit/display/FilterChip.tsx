import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icons.tsx'
import classes from './display.module.css'

interface Props {
  children: ReactNode
  /** What its button does, where the text of the chip is not that of a filter. */
  removes?: string
  onRemove: () => unknown
}

export function FilterChip({ children, removes = `Remove filter: ${children}`, onRemove }: Props) {
  return (
    <span className={classes.chip}>
      {children}
      <UnstyledButton className={classes.remove} aria-label={removes} onClick={() => onRemove()}>
        <Icon name="cross" size={14} />
      </UnstyledButton>
    </span>
  )
}
