import { Button, CloseButton, Kbd } from '@mantine/core'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'
import { breakable } from '../format/breakable.tsx'
import { Icon } from '../icons/icons.tsx'
import { openToastHost, type Toast } from './notify.ts'
import { useShortcut } from './shortcuts.ts'
import classes from './toasts.module.css'

const EIGHT_SECONDS = 8
/** When there are more, the oldest success makes room, even one with Undo. Failures wait until there is room. */
const AT_ONCE = 4

const allToasts = createAtom<(Toast & { id: string })[]>([])
let count = 0

export function showToast(toast: Toast): string {
  openToastHost(Toasts)
  count += 1
  const id = String(count)
  allToasts.set((toasts) => {
    const oldest = toasts.length < AT_ONCE ? undefined : toasts.find(({ tone }) => tone === 'success')
    return [...toasts.filter((other) => other !== oldest), { ...toast, id }]
  })
  return id
}

export const hideToast = (id: string) => allToasts.set((toasts) => toasts.filter((toast) => toast.id !== id))

/** The messages, the newest last. F6 leads to them and back. */
function Toasts() {
  const toasts = useSelector(allToasts).slice(0, AT_ONCE)
  const newest = toasts.findLast(({ action }) => action)
  const region = useRef<HTMLElement>(null)
  const from = useRef<Element>(null)

  function goThereOrBack() {
    if (region.current?.contains(document.activeElement)) {
      if (from.current instanceof HTMLElement) from.current.focus()
      return
    }
    from.current = document.activeElement
    region.current?.querySelector('button')?.focus()
  }

  return (
    <section ref={region} className={classes.messages} aria-label="Messages" data-messages>
      {toasts.length > 0 && <Keys onGo={goThereOrBack} />}
      {toasts.map((toast) => (
        <Message key={toast.id} {...toast} hasKeys={toast === newest} onClose={() => hideToast(toast.id)} />
      ))}
    </section>
  )
}

function Keys({ onGo }: { onGo: () => void }) {
  useShortcut('F6', 'To the message and back', onGo, { whileTyping: true })
  return null
}

interface MessageProps extends Toast {
  /** Its action has a key as well. */
  hasKeys: boolean
  onClose: () => void
}

/** A success disappears by itself, but not while it is hovered or focused. */
function Message({ message, detail, tone, action, hasKeys, onClose }: MessageProps) {
  const isFailure = tone === 'failure'
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const leftMs = useRef((action?.forS ?? EIGHT_SECONDS) * 1000)
  const close = useRef(onClose)
  close.current = onClose
  const isHeld = isFailure || isPointedAt || isFocused

  useEffect(() => {
    if (isHeld) return
    const since = performance.now()
    const timer = setTimeout(() => close.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - since
    }
  }, [isHeld])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the buttons inside.
    <div
      className={classes.message}
      role={isFailure ? 'alert' : 'status'}
      data-failure={isFailure || undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Icon name={isFailure ? 'alert' : 'check'} />
      <div className={classes.text}>
        <p>{breakable(message)}</p>
        {detail && <p className={classes.detail}>{breakable(detail)}</p>}
      </div>
      {action && <ActionButton {...action} hasKeys={hasKeys} onDone={onClose} />}
      <CloseButton size={24} icon={<Icon name="cross" />} aria-label="Dismiss" onClick={onClose} />
    </div>
  )
}

type ActionProps = NonNullable<Toast['action']> & { hasKeys: boolean; onDone: () => void }

function ActionButton({ label, run, byKey, hasKeys, onDone }: ActionProps) {
  const act = () => {
    onDone()
    run()
  }
  useShortcut('Ctrl+z', label, act, { disabled: !hasKeys })
  useShortcut(byKey ?? '', label, act, { disabled: !hasKeys || !byKey })
  return (
    <Button
      variant="default"
      size="xs"
      onClick={act}
      rightSection={
        hasKeys &&
        byKey && (
          <Kbd size="xs" className={classes.key} aria-hidden="true">
            {byKey}
          </Kbd>
        )
      }
    >
      {label}
    </Button>
  )
}
