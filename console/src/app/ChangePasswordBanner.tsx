import { useCurrentUser } from '../kit/api/current-user.ts'
import { Icon } from '../kit/icons/icons.tsx'
import classes from './ConsoleLayout.module.css'

/** Who signs in with a password that somebody else has chosen is asked for an own one, until it is chosen. */
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
