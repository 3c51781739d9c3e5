import { CONSOLE_NAME } from '@hikmah/contract/words'
import type { ReactNode } from 'react'
import { Mark, StarLattice } from '../icons/public-icons.tsx'
import classes from './PublicFrame.module.css'

interface Props {
  title: string
  lead?: ReactNode
  /** For whom this page is. */
  foot?: string
  children?: ReactNode
}

/** For the pages before the sign-in. */
export function PublicFrame({
  title,
  lead,
  foot = 'For platform staff. Accounts are created by an owner.',
  children,
}: Props) {
  return (
    <div className={classes.frame}>
      <title>{`${title} - ${CONSOLE_NAME}`}</title>
      <div className={classes.column}>
        <header className={classes.brand}>
          <Mark />
          {CONSOLE_NAME}
        </header>
        <main className={classes.main}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {lead && (
            <p className={classes.lead} aria-live="polite">
              {lead}
            </p>
          )}
          {children}
        </main>
        <footer>
          <small>{foot}</small>
        </footer>
      </div>
      <div className={classes.pattern} aria-hidden="true">
        <StarLattice />
      </div>
    </div>
  )
}
