import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { Icon } from '../icons/icons.tsx'
import { fieldError } from './field-error.tsx'

/** One of a few things. */
export const ChoiceField = ({ error, ...props }: NativeSelectProps) => (
  <NativeSelect rightSection={<Icon name="down" size={12} />} {...props} error={fieldError(error)} />
)
