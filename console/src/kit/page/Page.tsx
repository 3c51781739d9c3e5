import { CONSOLE_NAME } from '@hikmah/contract/words'
import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useDeferredValue, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { breakable } from '../format/breakable.tsx'
import { countText } from '../format/texts.ts'
import { Icon } from '../icons/icons.tsx'
import classes from './Page.module.css'

/** Where the frame shows the breadcrumbs; set by the frame. */
export const TrailSlot = createContext<HTMLElement | null>(null)

interface Props {
  title: string
  /** Its subject has no name yet: the breadcrumbs end before it. */
  isUnnamed?: boolean
  count?: ReactNode
  badge?: ReactNode
  sub?: ReactNode
  action?: ReactNode
  /** Links to the pages above, the outermost first. The last one is the way back on small screens. */
  trail?: ReactNode[]
  children: ReactNode
}

/** A page of the console: its title in the tab and as its one h1, then its content. */
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
      </div>
      {sub && <p className={classes.sub}>{breakable(sub)}</p>}
      <PageTrail title={isUnnamed ? undefined : title} trail={trail} />
      {children}
    </div>
  )
}

interface TitleProps {
  title: string
  count?: ReactNode
  className?: string
}

/** The h1 alone, for screens with a frame of their own. Takes the focus after navigation from another page. */
export function PageTitle({ title, count, className }: TitleProps) {
  const countId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { history } = useRouter()
  useEffect(() => {
    const isFirstPage = (history.location.state.__TSR_index ?? 0) === 0
    // Does not steal the focus if the person has already moved on.
    const isElsewhere = document.activeElement?.closest('main, [role="dialog"]') != null
    if (!isFirstPage && !isElsewhere) heading.current?.focus({ preventScroll: true })
  }, [history])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} aria-describedby={count === undefined ? undefined : countId}>
      <title>{`${title} - ${CONSOLE_NAME}`}</title>
      {breakable(title)}
      {count !== undefined && (
        // Spoken after the name, and no part of it.
        <span id={countId} className={classes.count} aria-hidden="true">
          {count}
        </span>
      )}
    </h1>
  )
}

/** The breadcrumbs in the header of the frame. */
export function PageTrail({ title, trail }: { title?: string; trail: ReactNode[] }) {
  const slot = use(TrailSlot)
  if (!slot || trail.length === 0) return null
  return createPortal(
    <nav aria-label="Breadcrumbs">
      <ol className={classes.trail}>
        {trail.map((link, i) => (
          // The trail of a page never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={i}>{link}</li>
        ))}
        {title && <li aria-current="page">{title}</li>}
      </ol>
    </nav>,
    slot,
  )
}

/** The heading of a section, with actions or counts next to it. */
export function SectionHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.section}>
      <h2>{title}</h2>
      {children && <div className={classes.action}>{children}</div>}
    </div>
  )
}

interface ColumnsProps {
  /** What stands beside the main part, behind a line; below it where there is no room. */
  rail?: ReactNode
  children: ReactNode
}

/** The main part of a page and its rail, at the same edges on every page. */
export function Columns({ rail, children }: ColumnsProps) {
  if (!rail) return children
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <div className={classes.rail}>{rail}</div>
    </div>
  )
}

interface DeferredProps {
  children: ReactNode
  instead?: ReactNode
}

/** Renders its children after the rest of the page, so that input is not blocked; shows `instead` until then. */
export function Deferred({ children, instead }: DeferredProps) {
  return useDeferredValue(true, false) ? children : instead
}

/** A table wider than a small screen: it is scrolled sideways, by keys too. */
export const Scroller = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by the arrow keys
  <section className={classes.scroller} aria-label={`${label}, scrolls sideways`} tabIndex={0}>
    {children}
  </section>
)

/** The heads of a plain table's columns; children are further heads. */
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
