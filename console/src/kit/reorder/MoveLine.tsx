import { Button, Kbd } from '@mantine/core'
import classes from './reorder.module.css'
import type { Reorder } from './use-reorder.ts'

const keys = [
  [['↑', '↓'], 'move'],
  [['Home', 'End'], 'first, last'],
  [['Space'], 'drop'],
  [['Esc'], 'cancel'],
] as const

/** The position of the lifted row, and what can be done with it. It replaces the toolbar. */
export function MoveLine({ lifted, drop, putBack }: { lifted: NonNullable<Reorder['lifted']> } & Reorder) {
  const { name, to, from, of } = lifted
  return (
    <div className={classes.line}>
      <p>
        <b>{name}</b> is at position {to + 1} of {of}
        {to !== from && `, was ${from + 1}`}. Drop to save.
      </p>
      {lifted.by === 'keys' && (
        <>
          <span className={classes.keys}>
            {keys.map(([names, what]) => (
              <span key={what}>
                {names.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
                {what}
              </span>
            ))}
          </span>
          <span className={classes.buttons}>
            <Button variant="default" size="xs" onClick={putBack}>
              Cancel
            </Button>
            <Button size="xs" onClick={drop}>
              Drop
            </Button>
          </span>
        </>
      )}
    </div>
  )
}
