import { Button, CloseButton, Kbd } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { breakable } from '../format/breakable.tsx'
import { Icon } from '../icons/icons.tsx'
import { openToastHost, type Toast } from './messages.tsx'
import { useShortcut } from './shortcuts.ts'
import classes from './toasts.module.css'

const DEFAULT_S = 8
/** The oldest success makes room for more, even one with Undo. Failures wait until there is room. */
const AT_ONCE = 4

const allToasts = createAtom<(Toast & { id: string })[]>([])

export function showToast(toast: Toast): string {
  openToastHost(Toasts)
  const id = randomId()
  allToasts.set((toasts) => {
    const oldest = toasts.length < AT_ONCE ? undefined : toasts.find(({ tone }) => tone === 'success')
    return [...toasts.filter((shown) => shown !== oldest), { ...toast, id }]
  })
  return id
}

export const hideToast = (id: string) => allToasts.set((toasts) => toasts.filter((toast) => toast.id !== id))

function Toasts() {
  const toasts = useSelector(allToasts).slice(0, AT_ONCE)
  const newest = toasts.findLast(({ action }) => action)
  const region = useRef<HTMLElement>(null)
  const focusedBefore = useRef<Element>(null)

  function moveFocus() {
    if (region.current?.contains(document.activeElement)) {
      if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus()
      return
    }
    focusedBefore.current = document.activeElement
    region.current?.querySelector('button')?.focus()
  }
  useShortcut('F6', 'To the message and back', moveFocus, { whileTyping: true, disabled: toasts.length === 0 })

  return (
    <section ref={region} className={classes.messages} aria-label="Messages" data-messages>
      {toasts.map((toast) => (
        <Message key={toast.id} {...toast} hasKeys={toast === newest} onClose={() => hideToast(toast.id)} />
      ))}
    </section>
  )
}

interface MessageProps extends Toast {
  hasKeys: boolean
  onClose: () => void
}

/** A success disappears by itself, but not while it is hovered or focused. */
function Message({ message, detail, tone, action, hasKeys, onClose }: MessageProps) {
  const isFailure = tone === 'failure'
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const leftMs = useRef((action?.forS ?? DEFAULT_S) * 1000)
  const close = useEffectEvent(onClose)
  const isHeld = isFailure || isPointedAt || isFocused

  useEffect(() => {
    if (isHeld) return
    const since = performance.now()
    const timer = setTimeout(() => close(), leftMs.current)
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
      {action && <GuardedButton {...action} hasKeys={hasKeys} onDone={onClose} />}
      <CloseButton size={24} icon={<Icon name="cross" />} aria-label="Dismiss" onClick={onClose} />
    </div>
  )
}

type ActionProps = NonNullable<Toast['action']> & { hasKeys: boolean; onDone: () => void }

function GuardedButton({ label, run, byKey, hasKeys, onDone }: ActionProps) {
  const act = () => {
    onDone()
    run()
  }
  useShortcut('Ctrl+Z', label, act, { disabled: !hasKeys })
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
