import { Kbd } from '@mantine/core'
import classes from './decision.module.css'

/** The shortcut keys of the desk that no button shows, at the foot of the decision. */
export function DecisionKeys({ mayDecide }: { mayDecide: boolean }) {
  return (
    <p className={classes.keys}>
      {mayDecide && (
        <>
          <span>
            <Kbd>A</Kbd> approve
          </span>
          <span>
            <Kbd>R</Kbd> reject
          </span>
          <span>
            <Kbd>E</Kbd> EIN
          </span>
        </>
      )}
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> next, back
      </span>
    </p>
  )
}
