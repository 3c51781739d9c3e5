import { createLink } from '@tanstack/react-router'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from '../icons/icons.tsx'
import classes from './popup.module.css'

/** As in the style sheet. */
const MIN_WIDTH = 200
const GAP = 8

interface ButtonProps {
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onKeyDown: (event: KeyboardEvent) => void
}

interface Props {
  button: (props: ButtonProps) => ReactNode
  label?: ReactNode
  name?: string
  children: ReactNode
}

/** The browser opens the menu, closes it on Escape or a press elsewhere, and returns the focus. */
export function Menu({ button, label, name, children }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

  // biome-ignore lint/correctness/useExhaustiveDependencies: a re-render must not move the focus back to the first item
  useEffect(() => {
    if (!isOpen) return
    place()
    const all = items()
    const start = all.find((item) => item.ariaChecked === 'true') ?? all[0]
    start?.focus({ preventScroll: true })
    const hide = ({ target }: Event) => {
      if (target !== menu.current) menu.current?.hidePopover()
    }
    // The menu would stay where the button was.
    addEventListener('scroll', hide, { capture: true })
    return () => removeEventListener('scroll', hide, { capture: true })
  }, [isOpen])

  /** Under the button, or above it if only there is enough room; at its right edge, unless that is too near the left. */
  function place() {
    const at = document.querySelector(`[popovertarget="${id}"]`)?.getBoundingClientRect()
    if (!menu.current || !at) return
    const { style, scrollHeight } = menu.current
    const [above, below] = [at.top - 2 * GAP, innerHeight - at.bottom - 2 * GAP]
    const isAbove = scrollHeight > below && above > below
    style.top = isAbove ? 'auto' : `${at.bottom + GAP}px`
    style.bottom = isAbove ? `${innerHeight - at.top + GAP}px` : 'auto'
    style.maxHeight = `${isAbove ? above : below}px`
    style.right = `${Math.max(GAP, document.documentElement.clientWidth - Math.max(at.right, MIN_WIDTH + GAP))}px`
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const all = items()
    const here = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: (here + 1) % all.length, ArrowUp: here - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all.at(to)?.focus()
  }

  return (
    <>
      {button({
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          menu.current?.showPopover()
        },
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={classes.menu}
        // Before it is visible; with its items it may need the room above.
        onBeforeToggle={({ newState }) => newState === 'open' && place()}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && (
          <>
            {label && <div className={classes.label}>{label}</div>}
            <div
              role="menu"
              aria-label={name}
              tabIndex={-1}
              onKeyDown={onKeyDown}
              onClick={() => menu.current?.hidePopover()}
            >
              {children}
            </div>
          </>
        )}
      </div>
    </>
  )
}

interface ItemProps {
  icon?: IconName
  /** For one of several options. */
  isChosen?: boolean
  onClick: () => void
  children: ReactNode
}

export function MenuItem({ icon, isChosen, onClick, children }: ItemProps) {
  const choice = isChosen === undefined ? undefined : { role: 'menuitemradio', 'aria-checked': isChosen }
  return (
    <button type="button" role="menuitem" {...choice} tabIndex={-1} className={classes.item} onClick={onClick}>
      {choice && <span className={classes.check}>{isChosen && <Icon name="check" />}</span>}
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export const MenuLink = createLink(({ icon, children, ...props }: ComponentProps<'a'> & { icon: IconName }) => (
  <a {...props} role="menuitem" tabIndex={-1} className={classes.item}>
    <Icon name={icon} />
    {children}
  </a>
))

export const MenuLabel = ({ children }: { children: ReactNode }) => <div className={classes.label}>{children}</div>

export const MenuLine = () => <hr className={classes.line} />
