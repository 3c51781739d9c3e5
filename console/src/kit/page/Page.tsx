import { CONSOLE_NAME } from '@hikmah/contract/words'
import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink, useRouter } from '@tanstack/react-router'
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { breakable } from '../format/breakable.tsx'
import { countText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './Page.module.css'

/** The frame's element for the breadcrumbs. */
export const TrailSlot = createContext<HTMLElement | null>(null)

interface Props {
  title: string
  /** The subject has no name yet: the breadcrumbs end before it. */
  isUnnamed?: boolean
  count?: ReactNode
  badge?: ReactNode
  sub?: ReactNode
  action?: ReactNode
  /** Links to the pages above, the outermost first. Small screens show the last one. */
  trail?: ReactNode[]
  children: ReactNode
}

export function Page({ title, isUnnamed, count, badge, sub, action, trail = [], children }: Props) {
  return (
    <div className={classes.page}>
      {trail.length > 0 && (
        <nav className={classes.back} aria-label="Back">
          <Icon name="left" size={14} />
          {trail.at(-1)}
        </nav>
      )}
      <div className={classes.head}>
        <PageTitle
          title={title}
          count={typeof count === 'number' ? countText(count) : count}
          className={classes.title}
        />
        {badge}
        {action && <div className={classes.action}>{action}</div>}
        {sub && <p className={classes.sub}>{breakable(sub)}</p>}
      </div>
      <PageTrail title={isUnnamed ? undefined : title} trail={trail} />
      {children}
    </div>
  )
}

/** Takes the focus after navigation from another page. */
export function PageTitle({ title, count, className }: Pick<Props, 'title' | 'count'> & { className?: string }) {
  const countId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { history } = useRouter()
  useEffect(() => {
    const isFirstPage = (history.location.state.__TSR_index ?? 0) === 0
    // Not if the person has already moved on.
    const isElsewhere = document.activeElement?.closest('main, [role="dialog"]')
    if (!isFirstPage && !isElsewhere) heading.current?.focus({ preventScroll: true })
  }, [history])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} aria-describedby={count === undefined ? undefined : countId}>
      <title>{`${title} - ${CONSOLE_NAME}`}</title>
      {/* A browser that translates the page holds on to the text of an element. */}
      <bdi key={title}>{breakable(title)}</bdi>
      {count !== undefined && (
        // A description, and no part of the name.
        <span id={countId} className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </h1>
  )
}

export function PageTrail({ title, trail }: { title?: string; trail: ReactNode[] }) {
  const slot = use(TrailSlot)
  if (!slot || trail.length === 0) return null
  return createPortal(
    <nav aria-label="Breadcrumbs">
      <ol className={classes.trail}>
        {trail.map((link, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the trail of a page never changes its order
          <li key={i}>
            <bdi>{link}</bdi>
          </li>
        ))}
        {title && (
          <li aria-current="page">
            <bdi>{title}</bdi>
          </li>
        )}
      </ol>
    </nav>,
    slot,
  )
}

/** Actions or counts stand at the end of the heading's line, a note beside it. */
export const SectionHead = ({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) => (
  <div className={classes.section}>
    <h2>{title}</h2>
    {note}
    {children && <div className={classes.action}>{children}</div>}
  </div>
)

/** The rail stands beside the main part, or below it where there is no room. */
export function Columns({ rail, children }: { rail?: ReactNode; children: ReactNode }) {
  if (!rail) return children
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.rail}>{rail}</div>
    </div>
  )
}

/** Renders its children after the rest of the page, so that they do not block input. */
export const Deferred = ({ children, instead }: { children: ReactNode; instead?: ReactNode }) =>
  useDeferredValue(true, false) ? children : instead

/** For a table wider than a small screen. */
export const Scroller = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
  <section className={classes.scroller} aria-label={`${label}, scrolls sideways`} tabIndex={0}>
    {children}
  </section>
)

/** Children are further heads. */
export const ColumnHeads = ({ names, children }: { names: string[]; children?: ReactNode }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {children}
    </tr>
  </thead>
)

/** The compiler checks its path against the sitemap. */
export const LinkTo = createLink(Anchor<'a'>)

/** The same, looking like a button. With `role="button"`, for what the customer calls a button, Space works too. */
export const ButtonLink = createLink(AnchorButton)

export function AnchorButton(props: ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>) {
  return <Button component="a" onKeyDown={props.role === 'button' ? clickOnSpace : undefined} {...props} />
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}

interface HrefProps {
  /** A path of this console that the compiler cannot check. */
  href: string
  children: ReactNode
}

export const HrefLink = (props: HrefProps) => <Anchor {...props} onClick={useOpen(props.href)} />

export const HrefButton = (props: HrefProps & Pick<ButtonProps, 'variant' | 'leftSection'>) => (
  <Button component="a" variant="default" {...props} onClick={useOpen(props.href)} />
)

function useOpen(href: string) {
  const { history } = useRouter()
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    history.push(href)
  }
}
