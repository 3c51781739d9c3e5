import type { Assignee } from '@hikmah/contract/communication'
import classes from './communication.module.css'

/** Samira Haddad, Owner. */
export const AssigneeText = ({ assignee: [holder] }: { assignee: Assignee[] }) => (
  <>
    {holder?.name}
    {holder?.role && <span className={classes.quiet}> {holder.role}</span>}
  </>
)
