import { CloseButton } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { breakable } from '../format/breakable.tsx'
import { PublicIcon } from '../icons/public-icons.tsx'
import classes from './FormAlert.module.css'

/** The server's message about a failed write, beside its buttons. */
export function FormAlert({ error }: { error: Error | null | false | undefined }) {
  const [dismissed, setDismissed] = useState<Error>()
  if (!error || error === dismissed || error.message.trim() === '') return null
  return <Banner tone="danger" text={error.message.trim()} onDismiss={() => setDismissed(error)} />
}

interface BannerProps {
  tone: 'danger' | 'success' | 'warning'
  text: string
  onDismiss?: () => void
}

export function Banner({ tone, text, onDismiss }: BannerProps) {
  const banner = useRef<HTMLDivElement>(null)
  // Newer browsers return a promise, which must not become the effect's cleanup.
  useEffect(() => void banner.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={banner} className={classes.banner} data-tone={tone} role={tone === 'success' ? 'status' : 'alert'}>
      <PublicIcon name={tone === 'success' ? 'check' : 'alert'} />
      <span>{breakable(text)}</span>
      {onDismiss && (
        <CloseButton size={24} icon={<PublicIcon name="cross" />} aria-label="Dismiss" onClick={onDismiss} />
      )}
    </div>
  )
}
