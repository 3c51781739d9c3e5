import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogActions } from '../feedback/Dialog.tsx'
import classes from './ConflictWindow.module.css'
import { CHANGED_MEANWHILE, type Choices, type Conflict } from './conflicts.ts'

export interface ConflictProps {
  conflicts: Conflict[]
  /** What only they changed; it stays. */
  kept?: Conflict[]
  /** Who saved what and when, as a sentence. */
  said: ReactNode
  onCancel: () => void
  onKeepTheirs: () => void
  onSave: (choices: Choices) => void
}

export function ConflictWindow({ conflicts, kept = [], said, onCancel, onKeepTheirs, onSave }: ConflictProps) {
  const [choices, setChoices] = useState<Choices>({})
  const all = Object.fromEntries(conflicts.map(({ field, choice }) => [field, choices[field] ?? choice]))

  return (
    <Dialog onClose={onCancel} title={CHANGED_MEANWHILE} size="lg">
      <p className={classes.said}>{said}</p>
      {conflicts.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Yours</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ field, label, ...values }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                {(['yours', 'theirs'] as const).map((side) => (
                  <td key={side}>
                    <Radio
                      name={field}
                      checked={all[field] === side}
                      onChange={() => setChoices({ ...choices, [field]: side })}
                      label={values[side] || <span className={classes.none}>empty</span>}
                      aria-label={`${label}, ${side}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kept.length > 0 && (
        <>
          <p className={classes.said}>Their other changes stay:</p>
          <ul className={classes.kept}>
            {kept.map(({ field, label, theirs }) => (
              <li key={field}>
                {label}: {theirs || <span className={classes.none}>empty</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="default" onClick={onKeepTheirs}>
          Keep all theirs
        </Button>
        <Button onClick={() => onSave(all)}>{conflicts.length > 0 ? 'Save choices' : 'Save'}</Button>
      </DialogActions>
    </Dialog>
  )
}
