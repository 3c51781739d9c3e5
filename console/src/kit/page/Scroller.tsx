import type { ReactNode } from 'react'
import classes from './Scroller.module.css'

/** A table wider than a small screen: it is scrolled sideways, by keys too. */
export const Scroller = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls it by the arrow keys
  <section className={classes.scroller} aria-label={`${label}, scrolls sideways`} tabIndex={0}>
    {children}
  </section>
)
