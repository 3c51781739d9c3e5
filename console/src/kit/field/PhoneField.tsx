import { phoneAsTyped } from '@hikmah/contract/phone'
import type { TextInputProps } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { TextField } from './TextField.tsx'

interface Props extends Omit<TextInputProps, 'onChange' | 'value' | 'max'> {
  value?: string
  onChange: (text: string) => void
}

/** Formats while typing. It brings libphonenumber, so only pages that are loaded on demand may use it. */
export function PhoneField({ value = '', onChange, ...props }: Props) {
  function type({ currentTarget: { value: text, selectionStart } }: ChangeEvent<HTMLInputElement>) {
    // Deleting, or typing in the middle, must not reformat the rest.
    const isAppended = text.length > value.length && selectionStart === text.length
    onChange(isAppended ? phoneAsTyped(text) : text)
  }

  return (
    <TextField
      type="tel"
      maxLength={40}
      description="US number, or +country code"
      {...props}
      value={value}
      onChange={type}
    />
  )
}
