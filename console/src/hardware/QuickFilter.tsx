import { Link } from '@tanstack/react-router'
import type { Filter } from '../kit/list/ListToolbar.tsx'
import classes from '../kit/list/list.module.css'
import { changed } from '../kit/list/list-search.ts'

/** Its choices stand beside the search, one press away. Pressing what is chosen removes the filter. */
export const QuickFilter = ({ label, choices = [], off }: Filter) => (
  <nav className={classes.quick} aria-label={label}>
    {choices.map(({ label: name, isChosen, on }) => (
      <Link
        key={name}
        to="."
        search={changed(isChosen ? off : on)}
        resetScroll={false}
        className={classes.segment}
        aria-current={isChosen ? 'true' : undefined}
        data-on={isChosen || undefined}
        activeOptions={{ exact: true, explicitUndefined: true }}
        activeProps={{}}
      >
        {name}
      </Link>
    ))}
  </nav>
)
