import { type ReactNode, useState } from 'react'
import classes from './media.module.css'

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
