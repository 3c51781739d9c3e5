import { useCurrentUser } from '../kit/api/current-user.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './ConsoleLayout.module.css'

/** Asks people whose password was chosen by somebody else to choose their own. */
export function ChangePasswordBanner() {
  if (!useCurrentUser().passwordSetByOther) return null
  return (
    <section className={classes.notice} aria-label="Your password">
      <Icon name="key" />
      <span>
        Somebody else chose your password. <a href="/change-password">Change it</a> to one that only you know.
      </span>
    </section>
  )
}
