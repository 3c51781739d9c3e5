import { type ReactNode, useState } from 'react'
import classes from './media.module.css'

interface Props {
  onFile: (file: File | undefined) => unknown
  className?: string | undefined
  children: ReactNode
}

/** Takes a file that is dropped on it, or pasted while the focus is in it. */
export function DropArea({ onFile, className, children }: Props) {
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
        onFile(event.dataTransfer.files[0])
      }}
      onPaste={({ clipboardData }) => onFile(clipboardData.files[0])}
    >
      {children}
    </div>
  )
}
