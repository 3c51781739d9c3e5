import { IMAGE_TYPES } from '@hikmah/contract/media'
import { FileButton, type FileButtonProps } from '@mantine/core'
import { useRef } from 'react'

interface Props {
  label: string
  disabled: boolean
  onFile: (file: File) => unknown
  children: FileButtonProps['children']
}

/** A button that takes an image from the computer, the same again too: a browser tells only of another one. */
export function PickFile({ label, disabled, onFile, children }: Props) {
  const forget = useRef<() => void>(null)
  return (
    <FileButton
      accept={IMAGE_TYPES.join(',')}
      disabled={disabled}
      inputProps={{ 'aria-label': label }}
      resetRef={forget}
      onChange={(file) => {
        forget.current?.()
        if (file) onFile(file)
      }}
    >
      {children}
    </FileButton>
  )
}
