import { Link } from '@tanstack/react-router'
import { Icon } from '../kit/icons/icons.tsx'
import type { Filter } from '../kit/list/ListToolbar.tsx'
import { changed } from '../kit/list/list-search.ts'
import classes from './hardware.module.css'

/** Its choices stand beside the search, one press away. Pressing what is chosen removes the filter. */
export const QuickFilter = ({ label, choices = [], off }: Filter) => (
  <nav className={classes.chips} aria-label={label}>
    {choices.map(({ label: name, isChosen, on }) => (
      <Link
        key={name}
        to="."
        search={changed(isChosen ? off : on)}
        resetScroll={false}
        className={classes.chip}
        aria-current={isChosen ? 'true' : undefined}
        activeOptions={{ exact: true, explicitUndefined: true }}
        activeProps={{}}
      >
        {name}
        {isChosen && <Icon name="cross" size={12} />}
      </Link>
    ))}
  </nav>
)
