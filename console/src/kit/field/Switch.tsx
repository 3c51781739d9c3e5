import '@mantine/core/styles/Switch.layer.css'
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core'
import classes from './Switch.module.css'

export const Switch = (props: Omit<SwitchProps, 'classNames'>) => (
  <MantineSwitch withThumbIndicator={false} classNames={classes} {...props} />
)
