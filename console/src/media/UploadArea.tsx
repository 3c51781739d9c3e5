import { IMAGE_TYPES } from '@hikmah/contract/media'
import { FileButton, type FileButtonProps } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import classes from './media.module.css'

export const DROP_IMAGE = 'Drop or paste an image, or'

interface Props {
  onFiles: (files: FileList) => unknown
  className?: string | undefined
  children: ReactNode
}

/** Accepts files dropped on it, or pasted while it has the focus. */
export function DropArea({ onFiles, className, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a second way for what its buttons do
    <div
      className={[classes.drop, className].filter(Boolean).join(' ')}
      data-over={isOver || undefined}
      tabIndex={-1}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
      onPaste={({ clipboardData }) => onFiles(clipboardData.files)}
    >
      {children}
    </div>
  )
}

interface PickFileProps {
  label: string
  disabled: boolean
  onFile: (file: File) => unknown
  children: FileButtonProps['children']
}

/** A button that takes an image from the computer, the same again too: a browser tells only of another one. */
export function PickFile({ label, disabled, onFile, children }: PickFileProps) {
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

/** How much of an image has been sent. */
export const UploadProgress = ({ name, part }: { name: string; part: number }) => (
  <span className={classes.progress}>
    {`Uploading ${name}…`}
    <progress max={100} value={Math.round(part * 100)} aria-label={`Uploading ${name}`} />
  </span>
)
